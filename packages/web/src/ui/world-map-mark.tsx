import { t } from '@packhouse/messages'
import type { KeyboardEventHandler, Ref } from 'react'
import { classNames } from './class-names.ts'
import { WorldMapBadge } from './world-map-badge.tsx'
import type { Mark } from './world-map-marks.ts'
import type { MarkBadge } from './world-map-points.ts'

export interface NamedMark extends Mark {
  /** The name of the point, or of all that are joined. */
  name: string
  badge: MarkBadge | undefined
}

export interface WorldMapMarkProps {
  mark: NamedMark
  selected: boolean
  /** Whether there is room for the name; without it the name comes with pointer and focus. */
  named: boolean
  tabIndex: 0 | -1
  onPress: () => void
  onFocus: () => void
  onBlur: () => void
  onKeyDown: KeyboardEventHandler
  ref?: Ref<HTMLButtonElement>
}

/** Lifts a name from the lines of the map below it. */
const halo = '[text-shadow:0_0_2px_var(--surface-3),0_0_4px_var(--surface-3),0_0_6px_var(--surface-3)]'

/** A point on the map, or the number of points that stand too close for one mark each. */
export function WorldMapMark({ mark, selected, named, onPress, ...button }: WorldMapMarkProps) {
  const { ids, name, badge, x, y } = mark
  const isGroup = ids.length > 1
  return (
    <button
      {...button}
      type="button"
      aria-label={isGroup && !badge ? t('ui.placesNamed', { count: ids.length, names: name }) : undefined}
      aria-pressed={isGroup ? undefined : selected}
      aria-expanded={isGroup ? false : undefined}
      onClick={onPress}
      style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
      className={classNames(
        'group absolute top-0 left-0 grid size-8 place-items-center rounded-full outline-offset-0! hover:z-20 focus-visible:z-20 max-md:size-11',
        selected && 'z-10',
      )}
    >
      {badge ? (
        <WorldMapBadge badge={badge} selected={selected} />
      ) : (
        <PlainMark count={ids.length} selected={selected} />
      )}
      <span
        className={classNames(
          'pointer-events-none absolute left-full z-20 -ml-1.5 max-w-60 truncate rounded-state px-1 text-12 font-[550] whitespace-nowrap text-text group-hover:bg-surface group-hover:shadow-float group-focus-visible:bg-surface group-focus-visible:shadow-float max-md:-ml-2.5',
          selected ? 'bg-kraft-soft' : halo,
          !named && !selected && 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        {name}
        {badge && <span className="sr-only"> {t('ui.statesOfPlace', { ...badge })}</span>}
      </span>
    </button>
  )
}

/** A dot, or the number of points that are joined. */
function PlainMark({ count, selected }: { count: number; selected: boolean }) {
  const isGroup = count > 1
  return (
    <span
      className={classNames(
        'grid place-items-center rounded-full border-2 text-12 font-semibold tabular-nums shadow-raised',
        isGroup ? 'h-[26px] min-w-[26px] px-1' : selected ? 'size-[18px]' : 'size-3.5 group-hover:size-4',
        selected ? 'border-ink bg-kraft' : 'border-surface bg-action',
        isGroup && (selected ? 'text-[#14203a]' : 'text-on-action'),
      )}
    >
      {isGroup && count}
    </span>
  )
}

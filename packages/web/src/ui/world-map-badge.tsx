import { t } from '@packhouse/messages'
import { classNames } from './class-names.ts'
import type { MarkBadge } from './world-map-points.ts'

/** How what is at a point is, by shape and number: a disc for all well, a square for some offline, a broken ring for some unknown. */
export function WorldMapBadge({ badge, selected }: { badge: MarkBadge; selected: boolean }) {
  const { offline, unknown, all } = badge
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid h-6 min-w-6 place-items-center px-1 text-11 font-bold tabular-nums',
        offline > 0
          ? 'rounded-state bg-bad text-surface'
          : unknown > 0
            ? 'rounded-full border-2 border-dashed border-unk bg-surface text-text'
            : 'rounded-full bg-ok text-surface',
        selected && 'ring-2 ring-text ring-offset-2 ring-offset-surface',
      )}
    >
      {offline > 0 ? t('ui.someOfAll', { some: offline, all }) : all}
    </span>
  )
}

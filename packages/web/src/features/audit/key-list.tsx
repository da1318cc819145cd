import type { CallsByKey } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'

interface KeyListProps {
  data: CallsByKey
  onKey: (id: string) => void
}

/** How much each key calls; a press narrows the list to it. */
export function KeyList({ data: { keys, people, strangers }, onKey }: KeyListProps) {
  return (
    <ul className="pb-2 text-12">
      {keys.map(({ id, name, total, calls }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onKey(id)}
            className="grid w-full grid-cols-[minmax(0,1fr)_118px_54px] items-center gap-2.5 px-4 py-1.5 text-start hover:bg-surface-2 max-md:min-h-11 max-md:grid-cols-[minmax(0,1fr)_54px]"
          >
            <span className="truncate">{name ?? t('audit.removedKey')}</span>
            <Spark calls={calls} />
            <span className="text-end font-semibold tabular-nums">{formatCount(total)}</span>
          </button>
        </li>
      ))}
      {keys.length === 0 && <li className="px-4 py-1.5 text-text-2">{t('audit.noKeyWasUsed')}</li>}
      <li className="mt-1 flex justify-between border-t border-line px-4 pt-2 text-text-2">
        {t('audit.allPeople')} <span className="font-semibold tabular-nums">{formatCount(people.total)}</span>
      </li>
      <li className="flex justify-between px-4 pt-1 text-text-2">
        {t('audit.notSignedIn')} <span className="font-semibold tabular-nums">{formatCount(strangers.total)}</span>
      </li>
    </ul>
  )
}

function Spark({ calls }: { calls: readonly number[] }) {
  const most = Math.max(1, ...calls)
  return (
    <svg
      viewBox={`0 0 ${calls.length} 16`}
      preserveAspectRatio="none"
      className="h-4 w-full max-md:hidden"
      aria-hidden="true"
    >
      {calls.map((count, place) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are places of time
          key={place}
          x={place + 0.1}
          width={0.8}
          y={16 - (16 * count) / most}
          height={(16 * count) / most}
          className="fill-series-1"
        />
      ))}
    </svg>
  )
}

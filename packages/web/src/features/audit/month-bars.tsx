import { t } from '@packhouse/messages'
import { useId } from 'react'
import { axisEnd } from '../../lib/axis-end.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { ChartLegend } from '../../ui/chart-legend.tsx'
import { ChartScale } from '../../ui/chart-scale.tsx'
import { HatchPattern } from '../../ui/hatch-pattern.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useCallsByKey } from './audit-queries.ts'

const HEIGHT = 96

/** Calls of keys, and above them those of people, in each of the last months. */
export function MonthBars() {
  const { data } = useCallsByKey('month')
  const hatch = useId()
  if (data === undefined) return <Skeleton className="mx-4 mb-3 h-28" />
  const months = data.starts.map((start, place) => ({
    start,
    // What was removed or never counted is not 0.
    isKept: data.keptFrom !== null && data.keptFrom < (data.starts[place + 1] ?? data.to),
    name: dateFormat('month').format(Date.parse(start)),
    ofKeys: data.keys.reduce((sum, { calls }) => sum + (calls[place] ?? 0), 0),
    ofPeople: (data.people.calls[place] ?? 0) + (data.strangers.calls[place] ?? 0),
  }))
  const top = axisEnd(Math.max(1, ...months.map(({ ofKeys, ofPeople }) => ofKeys + ofPeople)))
  const width = 100 / months.length
  const wordsOf = ({ name, isKept, ofKeys, ofPeople }: (typeof months)[number]) =>
    isKept
      ? t('audit.callsOfMonth', { month: name, keys: ofKeys, people: ofPeople })
      : t('audit.noCallsKept', { month: name })
  return (
    <figure dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 px-4 pb-3">
      <ChartLegend first={t('audit.keysWord')} second={t('audit.peopleWord')} className="col-start-2 mb-2" />
      <ChartScale top={top} className="h-24" />
      <svg width="100%" height={HEIGHT} className="block" aria-hidden="true">
        <HatchPattern id={hatch} />
        {[0.5, HEIGHT / 2, HEIGHT - 0.5].map((y) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-grid" />
        ))}
        {months.map((month, place) => {
          const keys = (HEIGHT * month.ofKeys) / top
          const people = (HEIGHT * month.ofPeople) / top
          const at = { x: `${(place + 0.12) * width}%`, width: `${width * 0.76}%` }
          return (
            <g key={month.start}>
              <title>{wordsOf(month)}</title>
              {!month.isKept && <rect {...at} y={0} height={HEIGHT} fill={`url(#${hatch})`} />}
              <rect {...at} y={HEIGHT - keys} height={keys} className="fill-series-1" />
              <rect {...at} y={HEIGHT - keys - people} height={people} className="fill-series-2" />
            </g>
          )
        })}
      </svg>
      <div className="col-start-2 mt-1 flex text-11 text-text-3 tabular-nums" aria-hidden="true">
        {months.map(({ start, name }, place) => (
          <span
            key={start}
            className={place % 2 === 1 ? 'min-w-0 flex-1 text-center max-md:invisible' : 'min-w-0 flex-1 text-center'}
          >
            {name}
          </span>
        ))}
      </div>
      <figcaption className="sr-only">{months.map(wordsOf).join(' ')}</figcaption>
    </figure>
  )
}

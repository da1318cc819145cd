import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { placeIn, type TimeSpan } from './time-span.ts'
import { timeTicks } from './time-ticks.ts'

/** Half of the widest label and the room beside the chart, as a share of a phone's width. */
const EDGE = 0.04

/** The times of the site below a chart. Each label is centred on its place; one that would cross an edge is left out. */
export function TimeAxis({ span, clock }: { span: TimeSpan; clock: SiteClock }) {
  return (
    <div aria-hidden="true" className="relative h-5 text-11 text-text-3 tabular-nums">
      {timeTicks(span, clock).map(({ at, label, minor }) => {
        const place = placeIn(span, at)
        if (place < EDGE || place > 1 - EDGE) return null
        return (
          <span
            key={at}
            className={`absolute top-1.5 -translate-x-1/2 whitespace-nowrap ${minor ? 'max-md:hidden' : ''}`}
            style={{ left: `${place * 100}%` }}
          >
            {label}
          </span>
        )
      })}
    </div>
  )
}

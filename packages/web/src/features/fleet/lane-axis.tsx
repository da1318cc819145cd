import { siteClock } from '../../lib/format/site-clock.ts'
import { isOfDays, type LaneWindow, laneTicks } from './lane-ticks.ts'

/** Within this share of the width from an edge a label would stick out; Arabic times are the widest. */
const EDGE = 0.06

/** The hours or days over the lanes, by the reader's clock. */
export function LaneAxis({ window }: { window: LaneWindow | undefined }) {
  if (window === undefined) return null
  const { from, to } = window
  const clock = siteClock(undefined)
  const words = isOfDays(window) ? clock.day : clock.time
  const ticks = laneTicks(window, clock).map((at) => ({ at, place: (at - from) / (to - from) }))
  return (
    <span aria-hidden="true" dir="ltr" className="@container block h-4 text-11 font-normal text-text-3 tabular-nums">
      <span className="relative block">
        {ticks
          .filter(({ place }) => place > EDGE && place < 1 - EDGE)
          .map(({ at, place }) => (
            <span
              key={at}
              // Where six of them would run into each other, every second one is left out.
              className="absolute -translate-x-1/2 whitespace-nowrap @max-[420px]:even:hidden"
              style={{ left: `${place * 100}%` }}
            >
              {words(at)}
            </span>
          ))}
      </span>
    </span>
  )
}

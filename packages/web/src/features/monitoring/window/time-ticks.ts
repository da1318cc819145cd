import { t } from '@packhouse/messages'
import { dateAfter, type SiteClock } from '../../../lib/format/site-clock.ts'
import type { TimeSpan } from './time-span.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface TimeTick {
  at: number
  label: string
  /** Every second tick gives way where there is little room. */
  minor: boolean
}

/** The step of an axis in minutes, by the longest span it is for. */
const steps: readonly [upTo: number, minutes: number][] = [
  [10 * MINUTE, 1],
  [40 * MINUTE, 5],
  [2 * HOUR, 15],
  [3.5 * HOUR, 30],
  [7 * HOUR, 60],
  [13 * HOUR, 120],
  [26 * HOUR, 180],
  [3.5 * 24 * HOUR, 720],
]
const WHOLE_DAY = 1_440

/** Round times of the site along a span: minutes for the shortest, days for a week. Midnight stays midnight when the clocks change. */
export function timeTicks(span: TimeSpan, clock: SiteClock): TimeTick[] {
  const step = steps.find(([upTo]) => span.to - span.from <= upTo)?.[1] ?? WHOLE_DAY
  const ticks: TimeTick[] = []
  const last = clock.dateOf(span.to)
  for (let date = clock.dateOf(span.from); date <= last; date = dateAfter(date, 1)) {
    for (let minutes = 0; minutes < WHOLE_DAY; minutes += step) {
      const at = minutes === 0 ? clock.startOf(date) : clock.atWall(date, minutes)
      if (at === undefined || at < span.from || at > span.to) continue
      const label = step === WHOLE_DAY ? clock.day(at) : clock.time(at)
      ticks.push({ at, label, minor: (minutes / step) % 2 === 1 || (step === WHOLE_DAY && ticks.length % 2 === 1) })
    }
  }
  return ticks
}

/** A stretch in words, `12:05 to 12:10`; with the day where there is more than one to choose from. */
export function spanWords(span: TimeSpan, clock: SiteClock, withDay: boolean): string {
  const day = withDay ? `${clock.day(span.from)}, ` : ''
  return t('monitoring.timeRange', { from: `${day}${clock.time(span.from)}`, to: clock.time(span.to) })
}

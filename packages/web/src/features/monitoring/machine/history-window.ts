import { formatDay, formatTime } from '../../../lib/format/dates.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A stretch of time, milliseconds since 1970. */
export interface TimeSpan {
  from: number
  to: number
}

interface WindowInput {
  hours: number
  intervalMs: number
  confirmedAt: number
  /** Start of the newest point that says anything; the server's clock may be ahead of the reader's. */
  newest: number | undefined
}

/**
 * The stretch a history covers: whole minutes, from the first point of the answer to the last whole minute. The
 * server's window ends with the point that is still filling, so it begins that much later than `hours` ago.
 */
export function historyWindow({ hours, intervalMs, confirmedAt, newest }: WindowInput): TimeSpan {
  const to = Math.floor(Math.max(confirmedAt, newest ?? 0) / MINUTE) * MINUTE
  const end = Math.floor(to / intervalMs) * intervalMs + intervalMs
  return { from: end - hours * HOUR, to }
}

export interface TimeTick {
  at: number
  label: string
  /** Every second tick gives way where there is little room. */
  minor: boolean
}

/** Round local times along a span: half hours for a few hours, days for a week. */
export function timeTicks({ from, to }: TimeSpan): TimeTick[] {
  const span = to - from
  const step = span <= 3.5 * HOUR ? HOUR / 2 : span <= 7 * HOUR ? HOUR : span <= 25 * HOUR ? 3 * HOUR : DAY
  const at = new Date(from)
  at.setHours(0, 0, 0, 0)
  const ticks: TimeTick[] = []
  // Steps are taken on the local clock: midnight stays midnight when the clocks change.
  for (let n = 0; at.getTime() <= to; n += 1) {
    const time = at.getTime()
    if (time >= from)
      ticks.push({ at: time, label: step === DAY ? formatDay(time) : formatTime(time), minor: n % 2 === 1 })
    at.setMinutes(at.getMinutes() + step / MINUTE)
  }
  return ticks
}

/** Where a moment stands in a span, 0 to 1. */
export function placeIn({ from, to }: TimeSpan, time: number): number {
  return to > from ? (time - from) / (to - from) : 0
}

/** A stretch in words, `12:05 to 12:10`; with the day where the window is longer than one. */
export function spanWords(span: TimeSpan, withDay: boolean): string {
  const day = withDay ? `${formatDay(span.from)}, ` : ''
  return `${day}${formatTime(span.from)} to ${formatTime(span.to)}`
}

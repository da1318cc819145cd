import { dateAfter, type SiteClock } from '../../lib/format/site-clock.ts'

const HALF_HOUR_MS = 1_800_000
const HOUR_MS = 2 * HALF_HOUR_MS

/** Unix ms. */
export interface LaneWindow {
  from: number
  to: number
}

/** Whether a window is read by its days. */
export function isOfDays({ from, to }: LaneWindow): boolean {
  return to - from > 48 * HOUR_MS
}

/** Some six moments of a window by a clock: midnights, every second hour, or half hours. @returns Unix ms */
export function laneTicks(window: LaneWindow, clock: SiteClock): readonly number[] {
  const { from, to } = window
  if (isOfDays(window)) {
    const days = Math.ceil((to - from) / (24 * HOUR_MS)) + 1
    const midnights = Array.from({ length: days }, (_, n) => clock.startOf(dateAfter(clock.dateOf(from), n)))
    return midnights.filter((at) => at >= from && at < to)
  }
  const isLong = to - from > 6 * HOUR_MS
  const ticks: number[] = []
  for (let at = Math.ceil(from / HALF_HOUR_MS) * HALF_HOUR_MS; at < to; at += HALF_HOUR_MS) {
    const isSecondHour = clock.timeOfDay(at).endsWith(':00:00') && clock.hourOf(at) % 2 === 0
    if (!isLong || isSecondHour) ticks.push(at)
  }
  return ticks
}

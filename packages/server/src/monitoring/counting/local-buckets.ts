import { localHours } from './local-hours.ts'

const DAY_MS = 86_400_000

/** Hours or days as the clock on the wall of a place shows them. */
export type BucketUnit = 'hour' | 'day'

/**
 * The starts of the hours or days that a stretch touches, as the clock of a place shows them; the first is that of the stretch.
 * @param timeZone IANA name; @param stretch Unix ms
 */
export function localBuckets(timeZone: string, { from, to }: { from: number; to: number }, unit: BucketUnit): number[] {
  const { starts } = localHours(timeZone, Math.ceil((to - from) / DAY_MS) + 1, to - 1)
  const within = starts.filter((start) => start > from && start < to)
  if (unit === 'hour') return [from, ...within]
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' })
  let day = format.format(from)
  const days = within.filter((start) => {
    const before = day
    day = format.format(start)
    return day !== before
  })
  return [from, ...days]
}

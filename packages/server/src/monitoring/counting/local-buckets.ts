import { dayStarts, hourStarts } from '@packhouse/contract'

/** Hours or days as the clock on the wall of a place shows them. */
export type BucketUnit = 'hour' | 'day'

/**
 * The starts of the hours or days that a stretch touches, as the clock of a place shows them; the first is that of the stretch.
 * @param timeZone IANA name; @param stretch Unix ms
 */
export function localBuckets(timeZone: string, { from, to }: { from: number; to: number }, unit: BucketUnit): number[] {
  if (unit === 'hour') return [from, ...hourStarts(timeZone, from, to)]
  return [from, ...dayStarts(timeZone, from, to).map(({ at }) => at)]
}

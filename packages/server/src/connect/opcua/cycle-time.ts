import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'

/** A value that has not changed for longer than this has an old time, though it is still true. */
const NEW_MS = 60_000

/**
 * The time of a record of current values.
 * @param newest newest source time of the values, Unix ms; undefined if none reports one
 * @param before time of the record before
 * @returns the time, and whether the clock of the server runs so far ahead that the time of arrival counts
 */
export function cycleTime(
  newest: number | undefined,
  before: number,
  arrival: number,
): { at: number; isAhead: boolean } {
  const isAhead = newest !== undefined && newest - arrival > CLOCK_AHEAD_LIMIT_MS
  const isUsed = newest !== undefined && !isAhead && arrival - newest <= NEW_MS
  const at = isUsed ? newest : arrival
  // Another value under the same time is another record.
  return { at: at <= before && before - at <= NEW_MS ? before + 1 : at, isAhead }
}

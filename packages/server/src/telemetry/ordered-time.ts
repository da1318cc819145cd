/**
 * Times are Unix ms. Several records of one millisecond differ in the microseconds, which is what PostgreSQL stores: a source that
 * counts its messages puts their order there. A double has room for both until the year 2255, and a time is always the
 * double that is nearest to its whole microseconds, so that equal times are equal numbers.
 */

const PER_MS = 1000

/** @param ms Unix ms, whole; @param order of the record among those of this millisecond; from 1000 on it runs into the next ones */
export function orderedTime(ms: number, order: number): number {
  return (ms * PER_MS + order) / PER_MS
}

/** The earliest time behind another. */
export function justAfter(at: number): number {
  return (toMicroseconds(at) + 1) / PER_MS
}

/** @param at Unix ms; @returns whole microseconds since the epoch */
export function toMicroseconds(at: number): number {
  return Math.round(at * PER_MS)
}

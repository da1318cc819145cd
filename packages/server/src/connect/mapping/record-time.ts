import { z } from 'zod'

const dateTime = z.regexes.datetime({ offset: true })
/** Unix seconds reach this in the year 5138, Unix ms had it in 1973. */
const SECONDS_BELOW = 100_000_000_000

/** Unix ms of a time as devices send it: ISO 8601 with an offset, or Unix s or ms, also as text; undefined otherwise. */
export function readRecordTime(value: unknown): number | undefined {
  if (typeof value === 'string' && dateTime.test(value)) {
    const at = Date.parse(value)
    return Number.isNaN(at) ? undefined : at
  }
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,16}(\.\d{1,9})?$/.test(value))
  const number = isNumber ? Number(value) : Number.NaN
  if (!(number >= 0) || number > Number.MAX_SAFE_INTEGER) return undefined
  const at = Math.round(number < SECONDS_BELOW ? number * 1000 : number)
  // The last moment that a JavaScript date has.
  return at <= 8_640_000_000_000_000 ? at : undefined
}

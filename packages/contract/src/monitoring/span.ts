import { z } from 'zod'

/** The first moment behind the years that ISO 8601 writes with four digits, as the database reads them. */
const YEAR_10000 = Date.UTC(10_000, 0)

/** A time as people and programs give it: of a year that every part of the product can write. */
export const momentSchema = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-11-21T14:30:00Z' })
  // Values that are not times were refused already.
  .refine((text) => !(Date.parse(text) < 0 || Date.parse(text) >= YEAR_10000), 'must be in the years 1970 to 9999')

/** A stretch of time as query parameters. */
export const spanShape = {
  from: momentSchema.meta({ description: 'Start of the stretch', examples: ['2026-11-21T06:00:00Z'] }),
  to: momentSchema.meta({ description: 'Its end, exclusive', examples: ['2026-11-21T14:00:00Z'] }),
}

/** A query whose stretch has a length. */
export function startsBeforeItEnds<S extends z.ZodType<{ from: string; to: string }>>(schema: S): S {
  return schema.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: 'must be after from',
    path: ['to'],
  })
}

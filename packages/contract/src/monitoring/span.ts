import type { z } from 'zod'
import { momentSchema } from '../engine/text-schemas.ts'

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

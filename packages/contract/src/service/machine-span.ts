import { z } from 'zod'
import { momentSchema } from '../engine/text-schemas.ts'
import { METRICS_MAX_DAYS } from '../monitoring/constants.ts'

const DAY_MS = 86_400_000

/** A machineID in a path is not checked for its form: one that cannot exist is simply not found. */
export const oneMachine = z.object({ id: z.string() })

/** Whether a stretch of time goes forward and is not longer than one response covers. */
export function isSpan({ from, to }: { from: string; to: string }): boolean {
  const length = Date.parse(to) - Date.parse(from)
  return length > 0 && length <= METRICS_MAX_DAYS * DAY_MS
}

export const spanFault = { error: `must be after from, by at most ${METRICS_MAX_DAYS} days`, path: ['to'] }

/** A stretch of time as query parameters. */
export const spanQuery = z
  .strictObject({
    from: momentSchema.meta({ description: 'Start of the stretch', examples: ['2026-11-21T06:00:00Z'] }),
    to: momentSchema.meta({ description: 'Its end, exclusive', examples: ['2026-11-21T14:00:00Z'] }),
  })
  .refine(isSpan, spanFault)

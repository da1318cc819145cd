import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { keptRateSchema } from '../pricing/kept-rates.ts'

/** Most differences that are answered. */
export const MAX_SHOWN_DIFFERENCES = 200

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a digest as the preview answers it')
  .meta({ examples: ['0'.repeat(64)] })
const difference = z.object({ from: z.string(), to: z.string() }).nullable()

export const refreshSchema = z.object({
  rowVersion: z.int().describe('Of the project, as it was looked at or is after the change'),
  currency: z.string(),
  rates: z
    .array(z.object({ kept: keptRateSchema.nullable(), newest: keptRateSchema.nullable() }))
    .describe('Of every pair that the project converts by; a rate is kept until a newer one is taken'),
  changed: z.int().describe('Lines and extras that get another price or cost'),
  changes: z
    .array(
      z.object({
        kind: z.enum(['items', 'extras']),
        id: z.uuid(),
        description: z.string(),
        price: difference.describe('Null where it stays'),
        cost: difference.describe('Null too for who may not see costs'),
      }),
    )
    .describe('The first 200'),
  total: z.object({ from: z.string(), to: z.string() }),
  digest: digest.describe('Of the whole difference as its reader sees it: what is made names it'),
})
export type ProjectRefresh = z.infer<typeof refreshSchema>

export const refreshProject = defineCall({
  area: 'Estimator',
  method: 'POST',
  path: '/v1/estimator/projects/{id}/refresh',
  summary: 'Take over the prices of the catalogue, or the newest rates',
  description:
    '`prices`: lines and extras of the catalogue get its prices and costs of today, converted by the rates that the project keeps. `rates`: the newest mid ' +
    'rates are kept, and what was converted is converted by them. With `dryRun` nothing changes and the difference is answered with its `digest`, which the change ' +
    'names: what has another difference by then is `stale`, and nothing changes. The project is stored ' +
    'as a version before, so that one restore takes it back, and the header `Edit-Lock` names the token of the lock.',
  access: 'project.update',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    of: z.enum(['prices', 'rates']),
    rowVersion: z.int().min(1).optional().describe('Of the project that was looked at'),
    dryRun: z.boolean().default(false),
    digest: digest.optional().describe('Of the difference that was looked at; needed without `dryRun`'),
  }),
  result: refreshSchema,
  problems: ['stale', 'state_frozen', 'rate_missing', 'edit_lock_needed', 'edit_lock_lost', 'edit_locked'],
})

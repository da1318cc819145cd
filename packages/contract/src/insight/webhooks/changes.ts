import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { changeVerbs } from './webhook.ts'

/** A change of a record as programs get it, by webhook or by `GET /v1/changes`. */
export const changeSchema = z.object({
  cursor: z.string().describe('Where it is in the order of changes, for `after` of `GET /v1/changes`'),
  at: z.iso.datetime(),
  resource: z.string().describe('Name of the resource, such as `machine`'),
  recordId: z.uuid(),
  verb: z.enum(changeVerbs),
  action: z.string().describe('What was done exactly, such as `restore`'),
  actorId: z.uuid(),
  changed: z.array(z.string()).describe('Fields that differ'),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  truncated: z.boolean().describe('Whether values were left out because there were too many: read the record then'),
})
export type RecordChange = z.infer<typeof changeSchema>

export const listChanges = defineCall({
  area: 'Webhooks',
  method: 'GET',
  path: '/v1/changes',
  summary: 'Changes of records, oldest first, from a cursor on',
  description:
    'For programs that catch up after a gap. A change appears when no older transaction is under way, so that none is missed. ' +
    'A page with large values has fewer changes than `limit`. ' +
    'Two changes of one record that overlap in time may come in either order: `rowVersion` says which is the newer one.',
  access: 'change.read',
  query: z.strictObject({
    after: z
      .string()
      .regex(/^\d{1,20}-\d{1,18}$/, 'must be a cursor of a change')
      // The number of a transaction has 64 bits. Values of another form were refused already.
      .refine(
        (text) => !/^\d+-/.test(text) || BigInt(text.split('-')[0] ?? 0) < 1n << 64n,
        'must be a cursor of a change',
      )
      .optional()
      .describe('Cursor of the last change that is known. Without it: from the first one on'),
    limit: z.coerce.number<string>().int().min(1).max(500).default(100),
  }),
  result: z.object({
    items: z.array(changeSchema),
    next: z.string().nullable().describe('Cursor to go on from; null where there is nothing newer'),
  }),
})

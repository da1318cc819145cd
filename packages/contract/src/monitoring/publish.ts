import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { machineIDSchema, recordPayloadSchema } from './record.ts'

/** So many records go into one request, which may have at most 1 MiB. */
export const MAX_PUBLISHED = 1_000

/**
 * A record as it is sent over HTTP: it names its machine and, so that a repeat counts once, its time. What else it holds
 * is judged record by record, so that one fault does not hold up the rest.
 */
const publishedSchema = z
  .looseObject({ machineID: machineIDSchema, lastSeen: recordPayloadSchema.shape.lastSeen.unwrap() })
  .meta({
    examples: [
      { machineID: 'VFFS-2214', lastSeen: '2026-11-21T14:30:00Z', machineState: 'Running', totalCycles: 182_400 },
    ],
  })

export const publishRecords = defineCall({
  area: 'Monitoring',
  method: 'POST',
  path: '/v1/ignition/records',
  summary: 'Publish records of machines, for those without MQTT',
  description:
    'Answers when everything is committed. A batch may be sent again at any time: a record with the same machine and time counts ' +
    'once. Records that are refused do not block the others; they are stored with the reason, and sending them again ' +
    'unchanged is of no use. A key that is bound to machines or to a customer publishes for those alone.',
  access: 'telemetry.publish',
  body: z.strictObject({ records: z.array(publishedSchema).min(1).max(MAX_PUBLISHED) }),
  result: z.object({
    accepted: z.int().describe('Records that are stored, those included that were stored before'),
    refused: z.array(
      z.object({
        index: z.int().describe('Place in the request, from 0'),
        machineID: z.string(),
        code: z.string(),
        reason: z.string().describe('What is wrong and what to do'),
      }),
    ),
  }),
  problems: ['unavailable'],
})

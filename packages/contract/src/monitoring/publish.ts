import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { recordPayloadSchema } from './record.ts'

/** So many records go into one request, which may have at most 1 MiB. */
export const MAX_PUBLISHED = 1_000

/** A record as it is sent over HTTP. Each is judged by itself, so that one fault does not hold up the rest: here it may be anything. */
const publishedSchema = z.unknown().meta({
  type: 'object',
  description: `A record with its machine. Without \`lastSeen\` its time is that of receipt, so that it counts again if it is sent again`,
  required: ['machineID'],
  properties: z.toJSONSchema(recordPayloadSchema, { io: 'input' }).properties ?? {},
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
    'once. One of the same time that names other values is stored beside it; one that gives the same names other values is a conflict: the first one counts. Records that are refused ' +
    'do not block the others; they are stored with the reason where they name a machine, and sending them again unchanged is of no use. A key that is bound to machines or to a customer publishes for those alone.',
  access: 'telemetry.publish',
  body: z.strictObject({ records: z.array(publishedSchema).min(1).max(MAX_PUBLISHED) }),
  result: z.object({
    accepted: z.int().describe('Records that are stored, those included that were stored before'),
    duplicates: z.int().describe('How many of these were stored before'),
    conflicts: z
      .array(z.object({ index: z.int().describe('Place in the request, from 0'), machineID: z.string() }))
      .describe('Records that are not stored, since one of that machine and time with other values is'),
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

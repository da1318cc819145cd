import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'

const area = 'Analytics'

/** How long ago an event may have been when it arrives, ms. */
const OLDEST_MS = 86_400_000

/** Age in ms instead of a time: the clock of a browser may be wrong. */
const age = z.int().min(0).max(OLDEST_MS).describe('How long ago it was when the batch was sent, ms')

const usageEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('page_view'), name: z.string().max(120), age }),
  z.strictObject({ kind: z.literal('action'), name: z.string().max(120), age }),
  z.strictObject({
    kind: z.literal('page_time'),
    name: z.string().max(120),
    age,
    duration: z.int().min(0).max(OLDEST_MS).describe('How long the page was in sight, ms'),
  }),
])
export type UsageEvent = z.infer<typeof usageEventSchema>

/** Most events of one batch. */
export const MAX_USAGE_EVENTS = 100

export const recordUsage = defineCall({
  area,
  method: 'POST',
  path: '/v1/auth/user-analytics/events',
  summary: 'Record what the caller has viewed and done in the web',
  description:
    'Names are route patterns of the web and named actions; unknown names are dropped and counted. A batch that is sent again within 24 hours counts once.',
  access: 'signed-in',
  body: z.strictObject({
    batch: z.uuid().describe('Names the batch, so that it counts once'),
    events: z.array(usageEventSchema).min(1).max(MAX_USAGE_EVENTS),
  }),
  result: z.object({
    recording: z.boolean().describe('False where this installation stores no analytics'),
    accepted: z.int(),
    dropped: z.int().describe('With an unknown name, or because the queue is full'),
  }),
})

import { z } from 'zod'
import { defineCall } from '../../engine/call.ts'
import { pageQuerySchema } from '../../engine/list-query.ts'
import { pageOf } from '../../engine/page.ts'
import { webhooks } from './webhook.ts'

const area = 'Webhooks'
const PATH = '/v1/webhooks/{id}'
const params = z.strictObject({ id: z.uuid() })

export const deliveryStates = ['waiting', 'delivered', 'failed', 'withheld', 'dropped'] as const

/** One POST of a webhook, with what became of it. */
export const webhookDeliverySchema = z.object({
  id: z.uuid().describe('The `webhook-id` of the POST'),
  state: z
    .enum(deliveryStates)
    .describe(
      '`withheld`: the owner may not see the record. `dropped`: too many waited; catch up by `GET /v1/changes`',
    ),
  resource: z.string().nullable().describe('Null for a test'),
  recordId: z.uuid().nullable(),
  action: z.string().nullable(),
  attempts: z.int(),
  status: z.int().nullable().describe('HTTP status of the last answer'),
  reason: z.string().nullable().describe('Why the last attempt failed'),
  createdAt: z.iso.datetime(),
  lastAttemptAt: z.iso.datetime().nullable(),
  durationMs: z.int().nullable().describe('How long the last attempt took'),
})

export const webhookDeliveries = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/deliveries`,
  summary: 'Deliveries of a webhook of the last 30 days, newest first',
  access: 'webhook.read',
  params,
  query: pageQuerySchema({ state: z.enum(deliveryStates).optional() }),
  result: pageOf(webhookDeliverySchema),
  problems: ['not_found'],
})

export const resendDelivery = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/deliveries/{deliveryId}/resend`,
  summary: 'Send a delivery again, with the same id',
  access: 'webhook.update',
  params: z.strictObject({ id: z.uuid(), deliveryId: z.uuid() }),
  problems: ['not_found', 'not_usable'],
})

export const testWebhook = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/test`,
  summary: 'Send a test to a webhook',
  description: 'Its type is `webhook.test`. What becomes of it is among the deliveries.',
  access: 'webhook.update',
  params,
  result: z.object({ deliveryId: z.uuid() }),
  status: 201,
  problems: ['not_found', 'not_usable'],
})

/** How long the old secret signs beside the new one. */
export const secretOverlaps = ['0', '1h', '24h', '7d'] as const

export const rotateWebhookSecret = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/rotate`,
  summary: 'Replace the secret of a webhook',
  description: 'During the overlap each POST has two signatures, of the new and of the old secret.',
  access: 'webhook.update',
  stepUp: true,
  params,
  body: z.strictObject({ overlap: z.enum(secretOverlaps) }),
  result: webhooks.row,
  problems: ['not_found'],
})

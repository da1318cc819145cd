import { z } from 'zod'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { FinalFailure, type JobKind } from '../../platform/jobs/job-kind.ts'
import type { Mail } from '../../platform/mail.ts'
import type { Outgoing } from '../../platform/outgoing.ts'
import { postWebhook } from '../../platform/post-webhook.ts'
import { sentence } from '../../platform/sentence.ts'
import { toChange } from './change.ts'
import { type Delivery, isShownToStaff, readDelivery, rest, withhold, writeAttempt } from './delivery.ts'
import { readOwner } from './owner.ts'
import { recordDelivery } from './webhook-outcome.ts'

export interface WebhookJobOptions {
  database: Database
  outgoing: Outgoing
  encryption: Encryption
  mail: Mail
}

const payload = z.object({ deliveryId: z.uuid() })
export type WebhookJob = JobKind<z.infer<typeof payload>>

const GONE = 410

/**
 * Sends what the trigger `queue_webhooks` has queued: 8 attempts over about eight hours, in the order of the changes for each record of a webhook.
 * What is given up lets the next one of the same record go.
 */
export function webhookJob(options: WebhookJobOptions): WebhookJob {
  return {
    kind: 'change-webhook',
    payload,
    run: ({ deliveryId }) => send(options, deliveryId),
    record: (db, { deliveryId }, outcome) => recordDelivery(db, options.mail, deliveryId, outcome),
    isOutgoing: true,
    attempts: 8,
    backoff: { first: 10, factor: 4, longest: 4 * 60 * 60 },
    leaseSeconds: 60,
    atOnce: 10,
  }
}

async function send({ database, outgoing, encryption }: WebhookJobOptions, id: string): Promise<void> {
  const db = database.system
  const delivery = await readDelivery(db, id)
  // Removed with its webhook.
  if (delivery === undefined) return
  if (!delivery.enabled) throw new FinalFailure(sentence`The webhook is switched off.`)
  if (delivery.resting) throw new Error(sentence`The receiver did not answer in time a moment ago.`)
  const body = await bodyOf(database, delivery)
  if (body === undefined) return await withhold(db, id, sentence`The owner of the webhook may not see the record.`)
  const started = clock.monotonic()
  const spent = () => Math.round(clock.monotonic() - started)
  const post = { url: addressOf(delivery, encryption), id, body, secrets: secretsOf(delivery, encryption) }
  const answer = await postWebhook(outgoing, post).catch(async (error: unknown) => {
    await writeAttempt(db, id, { status: null, durationMs: spent() })
    if (spent() >= outgoing.timeLimitMs) await rest(db, delivery.webhookId)
    throw error
  })
  // Of an answer nothing is stored but its status: a receiver may send back the record, its address or the signature.
  await writeAttempt(db, id, { status: answer.status, durationMs: spent() })
  if (answer.status === GONE) throw new FinalFailure(sentence`The receiver wants no more webhooks (410).`)
  if (!answer.ok) throw new Error(sentence`The receiver answered ${answer.status}.`)
}

/** Made when it is sent, not when it is queued: what its owner may not see by then does not leave. */
async function bodyOf(
  database: Database,
  { change, ownerId, customerId, confidential }: Delivery,
): Promise<string | undefined> {
  const timestamp = new Date(clock.now()).toISOString()
  if (change === null) return JSON.stringify({ type: 'webhook.test', timestamp, data: {} })
  const owner = await readOwner(database.system, ownerId)
  // The owner is of the staff: what a customer does not share by now does not leave either.
  if (owner === undefined || !(await isShownToStaff(database, change.id))) return undefined
  const { customerBefore, customerAfter, ...row } = change
  // A record that comes from another customer, or goes to one, brings no values of that one.
  const isOf = (customer: string | null) => customerId === null || customer === customerId
  const before = isOf(customerBefore) ? row.before : null
  const after = isOf(customerAfter) ? row.after : null
  const data = toChange({ ...row, before, after, at: new Date(row.at) }, owner, confidential)
  return data && JSON.stringify({ type: `${data.resource}.${data.verb}`, timestamp: data.at, data })
}

function addressOf({ url, sealedUrl }: Delivery, encryption: Encryption): string {
  if (sealedUrl === null) return url
  const opened = encryption.decrypt(sealedUrl)
  if (opened === undefined)
    throw new FinalFailure(sentence`Its address was encrypted with another key. Enter it again.`)
  return opened
}

function secretsOf({ secret, previousSecret }: Delivery, encryption: Encryption): string[] {
  return [secret, previousSecret].flatMap((sealed) => {
    if (sealed === null) return []
    const opened = encryption.decrypt(sealed)
    if (opened === undefined) throw new FinalFailure(sentence`Its secret was encrypted with another key. Rotate it.`)
    return [opened]
  })
}

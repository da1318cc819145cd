import { createHmac } from 'node:crypto'
import { clock } from './clock.ts'
import type { Outgoing } from './outgoing.ts'

export interface WebhookPost {
  url: string
  /** Stays the same when it is sent again, so that receivers can tell. */
  id: string
  body: string
  /** Media type of the body; not given: JSON. */
  contentType?: string
  /** The newest first; during a rotation two. Without any it is not signed. */
  secrets: readonly string[]
}

export const SECRET_PREFIX = 'whsec_'

/**
 * Sends a webhook as Standard Webhooks has it: each signature is an HMAC-SHA256 of id, time and body.
 * @throws OutgoingError where the receiver is refused or away
 */
export async function postWebhook(
  outgoing: Outgoing,
  { url, id, body, contentType = 'application/json', secrets }: WebhookPost,
): Promise<Response> {
  const seconds = Math.floor(clock.now() / 1_000)
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  const headers = {
    'content-type': contentType,
    'user-agent': 'Packhouse',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
  }
  return await outgoing.fetch(url, { method: 'POST', headers, body })
}

/** Secrets that the product makes are base64 behind a prefix; one that people have chosen is taken as it is. */
function keyOf(secret: string): Buffer {
  if (!secret.startsWith(SECRET_PREFIX)) return Buffer.from(secret)
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}

import { clock } from '../../platform/clock.ts'
import { FinalFailure } from '../../platform/jobs/job-kind.ts'
import type { Outgoing } from '../../platform/outgoing.ts'
import type { PushSubscription } from './push-devices.ts'
import { encryptPush } from './push-encryption.ts'
import type { PushKeys } from './push-keys.ts'
import { vapidAuthorization } from './vapid.ts'

/** RFC 8030, 5.3. */
type Urgency = 'low' | 'normal' | 'high'

export interface PushMessage {
  text: string
  /** How long the push service holds it for a device that is off. */
  ttlSeconds: number
  urgency: Urgency
  /** A later message of the same topic takes the place of one that waits: at most 32 characters of base64url. */
  topic?: string
}

export interface PushClientParts {
  outgoing: Outgoing
  keys: PushKeys
  /** How the operator of a push service reaches us. */
  subject: string
}

/** Hands messages to push services, RFC 8030. */
export class PushClient {
  readonly #parts: PushClientParts

  constructor(parts: PushClientParts) {
    this.#parts = parts
  }

  /**
   * @returns `gone` where the browser has ended its subscription
   * @throws FinalFailure where the push service will never take it, or another error where it may later
   */
  async send(
    { endpoint, keys }: PushSubscription,
    { text, ttlSeconds, urgency, topic }: PushMessage,
  ): Promise<'sent' | 'gone'> {
    const { outgoing, subject } = this.#parts
    const authorization = vapidAuthorization(await this.#parts.keys.get(), endpoint, subject, clock.now())
    const { status } = await outgoing.fetch(endpoint, {
      method: 'POST',
      headers: {
        authorization,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency,
        ...(topic !== undefined && { topic }),
      },
      body: encryptPush(text, keys),
    })
    if (status === 404 || status === 410) return 'gone'
    if (status >= 200 && status < 300) return 'sent'
    const reason = `The push service answered ${status}.`
    // What it did not understand or does not admit it will not understand later. 429 and its own faults pass.
    throw status >= 400 && status < 500 && status !== 429 ? new FinalFailure(reason) : new Error(reason)
  }
}

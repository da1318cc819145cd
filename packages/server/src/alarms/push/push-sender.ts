import { sql } from 'kysely'
import type { z } from 'zod'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { FinalFailure, type JobKind, type Outcome } from '../../platform/jobs/job-kind.ts'
import { sentence } from '../../platform/sentence.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import type { PushClient, PushMessage } from './push-client.ts'
import type { PushSubscription } from './push-devices.ts'
import { isQuiet } from './quiet-hours.ts'

export interface PushSenderParts {
  db: Db
  client: PushClient
  encryption: Encryption
  settings: Pick<InstallationSettings, 'read'>
}

/** The quiet hours that somebody has chosen, `HH:MM`, and the zone of their account. */
export interface QuietChoice {
  from: string | null
  to: string | null
  zone: string | null
}

/** Sends messages to people's devices, whatever they are about. */
export class PushSender {
  readonly #parts: PushSenderParts

  constructor(parts: PushSenderParts) {
    this.#parts = parts
  }

  /** A job that sends to one device: 6 attempts over about an hour. */
  jobOf<Payload extends { deviceId: string }>(
    kind: string,
    payload: z.ZodType<Payload>,
    run: (due: Payload) => Promise<void>,
  ): JobKind<Payload> {
    return {
      kind,
      payload,
      run,
      record: recordOutcome,
      isOutgoing: true,
      attempts: 6,
      backoff: { first: 10, factor: 4, longest: 30 * 60 },
      leaseSeconds: 60,
      atOnce: 10,
    }
  }

  /** Whether somebody wants no notifications now. */
  sleeps({ from, to, zone }: QuietChoice): boolean {
    if (from === null || to === null) return false
    return isQuiet({ from, to }, clock.now(), zone ?? this.#parts.settings.read('region.timeZone'))
  }

  /** @param encrypted the stored subscription of the device */
  async deliver(deviceId: string, encrypted: Buffer, message: PushMessage): Promise<void> {
    const { db, client, encryption } = this.#parts
    const subscription = encryption.decrypt(encrypted)
    if (subscription === undefined)
      throw new FinalFailure(sentence`The subscription was encrypted with another key. Add the device again.`)
    const outcome = await client.send(JSON.parse(subscription) as PushSubscription, message)
    if (outcome === 'gone') await sql`DELETE FROM push_device WHERE id = ${deviceId}`.execute(db)
    else await sql`UPDATE push_device SET last_sent_at = now(), last_error = NULL WHERE id = ${deviceId}`.execute(db)
  }
}

/** Shows at a device why nothing has reached it. */
export async function writePushError(db: Db, deviceId: string, reason: string): Promise<void> {
  await sql`UPDATE push_device SET last_error = ${reason} WHERE id = ${deviceId}`.execute(db)
}

async function recordOutcome(db: Db, { deviceId }: { deviceId: string }, outcome: Outcome): Promise<void> {
  if (outcome.state !== 'done' && outcome.reason !== null) await writePushError(db, deviceId, outcome.reason)
}

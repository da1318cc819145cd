import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Transaction } from '../platform/database.ts'
import type { Encryption } from '../platform/encryption.ts'
import { FinalFailure, type JobKind, type Outcome } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import { postWebhook } from '../platform/post-webhook.ts'

/** Of an alarm by a rule, which has a secret of its own, or of an alert of the installation. */
type Subject = { alarmId: string; ruleId: string } | { healthAlertId: string }

type NewDelivery = Subject & {
  event: 'raised' | 'cleared'
  url: string
  body: string
}

interface StoredDelivery {
  url: string
  body: string
  sealed_secret: Buffer | null
  is_of_installation: boolean
}

export interface WebhookOptions {
  db: Db
  jobs: Jobs
  outgoing: Outgoing
  encryption: Encryption
  /** Signs what is of the installation itself. */
  installationSecret: string | undefined
}

const payload = z.object({ deliveryId: z.uuid() })

/** POSTs that wait in the database until their receiver has taken them, or they are given up. */
export class Webhooks {
  readonly #options: WebhookOptions

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  /** Sends a POST: 8 attempts over about two hours. One receiver that does not answer does not hold up the others. */
  get job(): JobKind<z.infer<typeof payload>> {
    return {
      kind: 'webhook',
      payload,
      run: ({ deliveryId }) => this.#send(deliveryId),
      record: recordOutcome,
      attempts: 8,
      backoff: { first: 10, factor: 4, longest: 60 * 60 },
      leaseSeconds: 60,
      atOnce: 10,
    }
  }

  /** Stores a POST. @param db the transaction of what it reports of; `wake` when that is committed */
  async put(db: Transaction, { event, url, body, ...subject }: NewDelivery): Promise<void> {
    const [alarmId, healthAlertId, ruleId] =
      'alarmId' in subject ? [subject.alarmId, null, subject.ruleId] : [null, subject.healthAlertId, null]
    const { rows } = await sql<{ id: string }>`
      INSERT INTO alarm_delivery (alarm_id, health_alert_id, event, url, body, sealed_secret)
      VALUES (${alarmId}, ${healthAlertId}, ${event}, ${url}, ${body}, (SELECT sealed FROM alarm_rule_secret WHERE rule_id = ${ruleId}))
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(db)
    // The notice that an alarm cleared is never sent before the notice that it was raised: jobs of one alarm follow each other.
    for (const { id } of rows)
      await this.#options.jobs.enqueue(db, this.job, { deliveryId: id }, alarmId ?? healthAlertId ?? id)
  }

  /** Sends what was stored. */
  wake(): void {
    this.#options.jobs.wake()
  }

  async #send(id: string): Promise<void> {
    const { outgoing, db } = this.#options
    const { rows } = await sql<StoredDelivery>`
      SELECT url, body, sealed_secret, health_alert_id IS NOT NULL AS is_of_installation FROM alarm_delivery WHERE id = ${id}
    `.execute(db)
    const [delivery] = rows
    // Removed with its alarm.
    if (delivery === undefined) return
    const secrets = this.#secrets(delivery)
    const { status } = await postWebhook(outgoing, { url: delivery.url, id, body: delivery.body, secrets })
    if (status < 200 || status >= 300) throw new Error(`The receiver answered ${status}.`)
  }

  /** @throws FinalFailure where the secret is lost */
  #secrets({ sealed_secret, is_of_installation }: StoredDelivery): string[] {
    const secret = is_of_installation ? this.#options.installationSecret : this.#unsealed(sealed_secret)
    return secret === undefined ? [] : [secret]
  }

  #unsealed(sealed: Buffer | null): string | undefined {
    if (sealed === null) return undefined
    const secret = this.#options.encryption.decrypt(sealed)
    if (secret === undefined) throw new FinalFailure('Its secret was sealed with another key. Set it anew.')
    return secret
  }
}

/** The copy of the secret is forgotten when the POST is sent or given up, and made again where staff retry it. */
async function recordOutcome(db: Db, { deliveryId }: z.infer<typeof payload>, outcome: Outcome): Promise<void> {
  const { state, attempts } = outcome
  if (state === 'waiting') {
    await sql`
      UPDATE alarm_delivery d SET state = 'waiting', attempts = ${attempts}, reason = ${outcome.reason}, sealed_secret = coalesce(
        d.sealed_secret, (SELECT s.sealed FROM alarm a JOIN alarm_rule_secret s ON s.rule_id = a.rule_id WHERE a.id = d.alarm_id))
      WHERE id = ${deliveryId}
    `.execute(db)
    return
  }
  const [is, sentAt, reason] = state === 'done' ? ['sent', sql`now()`, null] : ['failed', null, outcome.reason]
  await sql`
    UPDATE alarm_delivery SET state = ${is}, attempts = ${attempts}, reason = ${reason}, sent_at = ${sentAt}, sealed_secret = NULL
    WHERE id = ${deliveryId}
  `.execute(db)
}

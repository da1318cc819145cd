import { randomUUID } from 'node:crypto'
import type { WebhookBody } from '@packhouse/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Transaction } from '../platform/database.ts'
import type { Encryption } from '../platform/encryption.ts'
import { FinalFailure, type JobKind, type Outcome } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import { postWebhook } from '../platform/post-webhook.ts'
import { sentence } from '../platform/sentence.ts'

/** Of an alarm by a rule, which has an address and a secret of its own, or of an alert of the installation. */
type Subject = { alarmId: string; ruleId: string; url: string } | { healthAlertId: string }

type NewDelivery = Subject & {
  event: 'raised' | 'cleared'
  body: string
  /** Media type of the body; not given: JSON. */
  contentType?: string
}

interface StoredDelivery {
  /** The address that it was stored with, or that of the rule now where it was sent or given up before. */
  sealed_url: Buffer | null
  /** That of the rule now: whole only if a version before has stored it. */
  rule_url: string | null
  body: string
  content_type: string
  sealed_secret: Buffer | null
  is_of_installation: boolean
  /** Whether the machine of its alarm is shared with staff now, who wrote the rule. */
  is_shared: boolean
}

export interface WebhookOptions {
  db: Db
  jobs: Jobs
  outgoing: Outgoing
  encryption: Encryption
  /** Where what is of the installation itself is sent, and what signs it. */
  installation: { url: string; secret: string | undefined } | undefined
}

/** What a receiver said to a test. */
export interface WebhookAnswer {
  status: number | null
  reason: string | null
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
      isOutgoing: true,
      attempts: 8,
      backoff: { first: 10, factor: 4, longest: 60 * 60 },
      leaseSeconds: 60,
      atOnce: 10,
    }
  }

  /** Stores a POST. @param db the transaction of what it reports of; `wake` when that is committed */
  async put(
    db: Transaction,
    { event, body, contentType = 'application/json', ...subject }: NewDelivery,
  ): Promise<void> {
    const { encryption, installation } = this.#options
    const [alarmId, healthAlertId, ruleId, url] =
      'alarmId' in subject
        ? [subject.alarmId, null, subject.ruleId, subject.url]
        : [null, subject.healthAlertId, null, installation?.url]
    if (url === undefined) return
    // Its address may hold a password or a token: it is readable nowhere. One of a version before is whole in the rule.
    const sealedUrl = ruleId === null ? null : encryption.encrypt(url)
    const { host } = new URL(url)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO alarm_delivery (alarm_id, health_alert_id, event, host, sealed_url, body, content_type, sealed_secret)
      VALUES (${alarmId}, ${healthAlertId}, ${event}, ${host},
        coalesce((SELECT sealed FROM alarm_rule_address WHERE rule_id = ${ruleId}), ${sealedUrl}), ${body}, ${contentType},
        (SELECT sealed FROM alarm_rule_secret WHERE rule_id = ${ruleId}))
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(db)
    // Each receiver gets the notice that an alarm has cleared after the notice that it was raised.
    const turn = `${alarmId ?? healthAlertId}/${host}`
    for (const { id } of rows) await this.#options.jobs.enqueue(db, this.job, { deliveryId: id }, turn)
  }

  /**
   * Sends a test to the address of a rule at once; it is stored nowhere.
   * @returns undefined if the rule has no address
   */
  async test(ruleId: string, { body, contentType }: WebhookBody): Promise<WebhookAnswer | undefined> {
    const { rows } = await sql<{ url: string | null; sealed_url: Buffer | null; sealed: Buffer | null }>`
      SELECT webhook_url AS url, (SELECT sealed FROM alarm_rule_address a WHERE a.rule_id = r.id) AS sealed_url,
        (SELECT sealed FROM alarm_rule_secret s WHERE s.rule_id = r.id) AS sealed
      FROM alarm_rule r WHERE id = ${ruleId}
    `.execute(this.#options.db)
    const [rule] = rows
    if (rule === undefined || rule.url === null) return undefined
    const url = rule.sealed_url === null ? rule.url : this.#options.encryption.decrypt(rule.sealed_url)
    if (url === undefined) return { status: null, reason: lostAddress() }
    const secret = rule.sealed === null ? undefined : this.#options.encryption.decrypt(rule.sealed)
    const post = { url, id: randomUUID(), body, contentType, secrets: secret === undefined ? [] : [secret] }
    return await postWebhook(this.#options.outgoing, post).then(
      ({ status }) => ({ status, reason: null }),
      (error: Error) => ({ status: null, reason: error.message }),
    )
  }

  /** Sends what was stored. */
  wake(): void {
    this.#options.jobs.wake()
  }

  async #send(id: string): Promise<void> {
    const { outgoing, db } = this.#options
    const { rows } = await sql<StoredDelivery>`
      SELECT coalesce(d.sealed_url, o.sealed) AS sealed_url, r.webhook_url AS rule_url, d.body, d.content_type, d.sealed_secret, d.health_alert_id IS NOT NULL AS is_of_installation,
        NOT EXISTS (SELECT FROM machine_sharing s WHERE s.machine_key = a.machine_key AND s.support_ends <= now()) AS is_shared
      FROM alarm_delivery d LEFT JOIN alarm a ON a.id = d.alarm_id LEFT JOIN alarm_rule r ON r.id = a.rule_id
        LEFT JOIN alarm_rule_address o ON o.rule_id = r.id AND r.webhook_url IS NOT NULL
      WHERE d.id = ${id}
    `.execute(db)
    const [delivery] = rows
    // Removed with its alarm.
    if (delivery === undefined) return
    if (!delivery.is_shared) throw new FinalFailure(sentence`The machine is no longer shared with staff.`)
    const secrets = this.#secrets(delivery)
    const { body, content_type: contentType } = delivery
    const { status } = await postWebhook(outgoing, { url: this.#url(delivery), id, body, contentType, secrets })
    if (status < 200 || status >= 300) throw new Error(`The receiver answered ${status}.`)
  }

  /** @throws FinalFailure where there is no address any more */
  #url({ sealed_url, rule_url, is_of_installation }: StoredDelivery): string {
    const own = sealed_url === null ? rule_url : this.#options.encryption.decrypt(sealed_url)
    if (own === undefined && !is_of_installation) throw new FinalFailure(lostAddress())
    const url = is_of_installation ? this.#options.installation?.url : own
    if (typeof url !== 'string') throw new FinalFailure('It has no webhook any more.')
    return url
  }

  /** @throws FinalFailure where the secret is lost */
  #secrets({ sealed_secret, is_of_installation }: StoredDelivery): string[] {
    const secret = is_of_installation ? this.#options.installation?.secret : this.#unsealed(sealed_secret)
    return secret === undefined ? [] : [secret]
  }

  #unsealed(sealed: Buffer | null): string | undefined {
    if (sealed === null) return undefined
    const secret = this.#options.encryption.decrypt(sealed)
    if (secret === undefined) throw new FinalFailure('Its secret was sealed with another key. Set it anew.')
    return secret
  }
}

const lostAddress = () => sentence`Its address was encrypted with another key. Enter it again.`

/**
 * Address and secret are forgotten when the POST is sent or given up. Where staff retry it the secret of the rule is copied again, and its
 * address is that of the rule.
 */
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
    UPDATE alarm_delivery SET state = ${is}, attempts = ${attempts}, reason = ${reason}, sent_at = ${sentAt}, sealed_secret = NULL, sealed_url = NULL
    WHERE id = ${deliveryId}
  `.execute(db)
}

import { createHmac } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Log } from '../platform/log.ts'
import type { Outgoing } from '../platform/outgoing.ts'
import type { Sealing } from '../platform/sealing.ts'
import type { Tables } from '../platform/tables.ts'
import { TroubleLog } from '../platform/trouble-log.ts'

const LOOK_MS = 2_000
/** With the pauses between, over about two hours. */
const MAX_ATTEMPTS = 8
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 60 * 60
/** After this time an attempt counts as lost with its process. */
const LEASE_SECONDS = 60
const LONGEST_REASON = 500

interface NewDelivery {
  alarmId: string
  event: 'raised' | 'cleared'
  url: string
  ruleId: string
  body: string
}

interface Claimed {
  id: string
  url: string
  body: string
  sealed_secret: Buffer | null
  attempts: number
}

export interface WebhookOptions {
  db: Kysely<Tables>
  log: Log
  outgoing: Outgoing
  sealing: Sealing
}

/** POSTs that wait in the database until their receiver has taken them, or they are given up. */
export class Webhooks {
  readonly #options: WebhookOptions
  readonly #trouble: TroubleLog
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()
  #isWorking = false

  constructor(options: WebhookOptions) {
    this.#options = options
    this.#trouble = new TroubleLog(options.log, 'Webhooks can be looked for again')
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_MS)
    this.wake()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#work
  }

  /** Stores a POST. @param db the transaction of what it tells of; `wake` when that is committed */
  async put(db: Transaction<Tables>, { alarmId, event, url, ruleId, body }: NewDelivery): Promise<void> {
    await sql`
      INSERT INTO alarm_delivery (alarm_id, event, url, body, sealed_secret)
      VALUES (${alarmId}, ${event}, ${url}, ${body}, (SELECT sealed FROM alarm_rule_secret WHERE rule_id = ${ruleId}))
      ON CONFLICT DO NOTHING
    `.execute(db)
  }

  /** Sends what is due, unless that is going on. */
  wake(): void {
    if (this.#timer === undefined || this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#sendDue()
      .then(
        () => this.#trouble.end(),
        (error: Error) => this.#trouble.meet('Webhooks could not be looked for', { error: error.message }),
      )
      .finally(() => {
        this.#isWorking = false
      })
  }

  async #sendDue(): Promise<void> {
    while (this.#timer !== undefined) {
      const claimed = await this.#claim()
      if (claimed.length === 0) return
      // One receiver that does not answer must not hold up the others.
      await Promise.all(claimed.map((delivery) => this.#send(delivery)))
    }
  }

  async #claim(): Promise<Claimed[]> {
    const { rows } = await sql<Claimed>`
      UPDATE alarm_delivery SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id IN (
        SELECT id FROM alarm_delivery d WHERE state = 'waiting' AND next_attempt_at <= now()
          -- What cleared is not told before that it was raised.
          AND NOT EXISTS (SELECT FROM alarm_delivery e WHERE e.alarm_id = d.alarm_id AND e.state = 'waiting' AND e.id < d.id)
        ORDER BY next_attempt_at LIMIT 10 FOR UPDATE SKIP LOCKED
      )
      RETURNING id, url, body, sealed_secret, attempts
    `.execute(this.#options.db)
    return rows
  }

  async #send(delivery: Claimed): Promise<void> {
    const { outgoing, db } = this.#options
    const signature = this.#signature(delivery)
    if (signature === null) return await this.#giveUp(delivery, 'Its secret was sealed with another key. Set it anew.')
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Packhouse',
      'x-packhouse-delivery': delivery.id,
      ...signature,
    }
    try {
      const { status } = await outgoing.fetch(delivery.url, { method: 'POST', headers, body: delivery.body })
      if (status < 200 || status >= 300) return await this.#postpone(delivery, `The receiver answered ${status}.`)
    } catch (error) {
      return await this.#postpone(delivery, (error as Error).message)
    }
    await sql`
      UPDATE alarm_delivery SET state = 'sent', sent_at = now(), next_attempt_at = NULL, reason = NULL, sealed_secret = NULL
      WHERE id = ${delivery.id}
    `.execute(db)
  }

  /** HMAC-SHA256 over time and body, so that nobody sends an old one again. @returns null where the secret is lost */
  #signature({ sealed_secret, body }: Claimed): Record<string, string> | null {
    if (sealed_secret === null) return {}
    const secret = this.#options.sealing.open(sealed_secret)
    if (secret === undefined) return null
    const seconds = Math.floor(Date.now() / 1_000)
    const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return { 'x-packhouse-signature': `t=${seconds},v1=${hmac}` }
  }

  async #postpone(delivery: Claimed, reason: string): Promise<void> {
    if (delivery.attempts >= MAX_ATTEMPTS) return await this.#giveUp(delivery, reason)
    const pause = Math.min(FIRST_PAUSE_SECONDS * 4 ** (delivery.attempts - 1), LONGEST_PAUSE_SECONDS)
    await sql`
      UPDATE alarm_delivery SET next_attempt_at = now() + make_interval(secs => ${pause}), reason = ${toReason(reason)}
      WHERE id = ${delivery.id}
    `.execute(this.#options.db)
  }

  async #giveUp({ id }: Claimed, reason: string): Promise<void> {
    // The address may hold a secret of its own: the log gets neither.
    this.#options.log.warn({ delivery: id }, 'A webhook was given up')
    await sql`
      UPDATE alarm_delivery SET state = 'failed', next_attempt_at = NULL, reason = ${toReason(reason)}, sealed_secret = NULL
      WHERE id = ${id}
    `.execute(this.#options.db)
  }
}

/** One line that PostgreSQL can store. */
function toReason(message: string): string {
  return message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_REASON)
    .toWellFormed()
}

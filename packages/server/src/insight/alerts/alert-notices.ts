import type { HealthAlertKind } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { mailTime, mailTimesOf, type Webhooks } from '../../alarms/area.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import { inLanguage } from '../../platform/language.ts'
import type { Mail } from '../../platform/mail.ts'
import { alertWords } from './alert-words.ts'
import type { AlertFacts } from './findings.ts'

const MOST_RECIPIENTS = 100

export interface HappenedAlert {
  id: string
  kind: HealthAlertKind
  subject: string
  severity: 'warning' | 'critical'
  facts: AlertFacts
  /** Unix ms. */
  startedAt: number
  clearedAt: number | null
}

export interface AlertNoticesParts {
  mail: Mail
  webhooks: Webhooks
  publicUrl: string
  productTitle: string
}

/** Notifies staff who may mend it, and the webhook of the installation: written with the alert, and sent from there. */
export class AlertNotices {
  readonly #parts: AlertNoticesParts

  constructor(parts: AlertNoticesParts) {
    this.#parts = parts
  }

  /** @param db the transaction that stores the alert; `wake` when that is committed */
  async write(db: Transaction, alert: HappenedAlert): Promise<void> {
    const address = new URL('/system/health', this.#parts.publicUrl).toString()
    for (const person of await readRecipients(db)) await this.#mail(db, alert, person, address)
    await this.#post(db, alert, address)
  }

  wake(): void {
    this.#parts.mail.wake()
    this.#parts.webhooks.wake()
  }

  async #mail(db: Transaction, alert: HappenedAlert, { id, email }: Recipient, address: string): Promise<void> {
    const { mail, productTitle } = this.#parts
    const times = await mailTimesOf(db, email, 'UTC')
    const mailed = inLanguage(times.language, () => {
      const words = alertWords(alert.kind, alert.subject, alert.facts)
      const title = t('healthAlert.title', { kind: alert.kind })
      const subject =
        alert.clearedAt === null
          ? t('healthAlert.raisedSubject', { severity: alert.severity, title })
          : t('healthAlert.clearedSubject', { title })
      const moment =
        alert.clearedAt === null
          ? t('healthAlert.since', { time: mailTime(alert.startedAt, times) })
          : t('healthAlert.clearedAt', { time: mailTime(alert.clearedAt, times) })
      return { subject, body: [words, '', moment, '', address, '', productTitle].join('\n') }
    })
    await mail.put(db, { userId: id, recipient: email, ...mailed, about: alert.id })
  }

  async #post(db: Transaction, alert: HappenedAlert, address: string): Promise<void> {
    const { id, kind, subject, severity, startedAt, clearedAt } = alert
    const event = clearedAt === null ? 'raised' : 'cleared'
    const times = { startedAt: iso(startedAt), clearedAt: clearedAt === null ? null : iso(clearedAt) }
    const words = inLanguage('en', () => alertWords(kind, subject, alert.facts))
    const body = {
      event: `health.${event}`,
      alert: { id, kind, subject: subject.trim(), severity, words, ...times, address },
    }
    await this.#parts.webhooks.put(db, { healthAlertId: id, event, body: JSON.stringify(body) })
  }
}

interface Recipient {
  id: string
  email: string
}

const recipients = sql`
  FROM user_account u WHERE u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
    AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'operation.update')`

async function readRecipients(db: Db): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT u.id, u.email ${recipients} ORDER BY u.id LIMIT ${sql.lit(MOST_RECIPIENTS)}
  `.execute(db)
  return rows
}

/** How many people are notified. */
export async function countRecipients(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${recipients}`.execute(db)
  return Math.min(rows[0]?.count ?? 0, MOST_RECIPIENTS)
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

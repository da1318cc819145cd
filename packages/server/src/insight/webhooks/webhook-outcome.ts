import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Outcome } from '../../platform/jobs/job-kind.ts'
import { inLanguage } from '../../platform/language.ts'
import type { Mail } from '../../platform/mail.ts'

/** A webhook that nobody has answered for so long is switched off with the next delivery that is given up. */
const LONGEST_FAILURE = sql`interval '24 hours'`
const GONE = 410

/** Writes what became of an attempt where people look, and switches the webhook off where it has failed for long. */
export async function recordDelivery(db: Db, mail: Mail, deliveryId: string, outcome: Outcome): Promise<void> {
  if (outcome.state === 'done') return await recordDone(db, deliveryId, outcome.attempts)
  const state = outcome.state === 'dead' ? 'failed' : 'waiting'
  const { rows } = await sql<{ webhookId: string; gone: boolean }>`
    UPDATE webhook_delivery SET state = ${state}, attempts = ${outcome.attempts}, reason = ${outcome.reason} WHERE id = ${deliveryId}
    RETURNING webhook_id AS "webhookId", coalesce(status = ${GONE}, false) AS gone
  `.execute(db)
  const [row] = rows
  if (row === undefined) return
  await sql`
    UPDATE webhook_state SET failing_since = coalesce(failing_since, now()) WHERE webhook_id = ${row.webhookId}
  `.execute(db)
  if (outcome.state === 'dead') await switchOff(db, mail, row.webhookId, row.gone)
}

async function recordDone(db: Db, deliveryId: string, attempts: number): Promise<void> {
  const { rows } = await sql<{ webhookId: string }>`
    UPDATE webhook_delivery SET state = 'delivered', attempts = ${attempts}, reason = NULL WHERE id = ${deliveryId} AND state = 'waiting'
    RETURNING webhook_id AS "webhookId"
  `.execute(db)
  for (const { webhookId } of rows) {
    await sql`
      UPDATE webhook_state SET failing_since = NULL, rests_until = NULL, last_delivered_at = now() WHERE webhook_id = ${webhookId}
    `.execute(db)
  }
}

async function switchOff(db: Db, mail: Mail, webhookId: string, gone: boolean): Promise<void> {
  const { rows } = await sql<{ name: string; ownerId: string; email: string; language: string | null }>`
    UPDATE webhook w SET enabled = false, updated_at = now(), row_version = w.row_version + 1 FROM webhook_state s, user_account u
    WHERE w.id = ${webhookId} AND s.webhook_id = w.id AND u.id = w.owner_id AND w.enabled
      AND (${gone} OR s.failing_since < now() - ${LONGEST_FAILURE})
    RETURNING w.name, u.id AS "ownerId", u.email, u.language
  `.execute(db)
  for (const { name, ownerId, email, language } of rows) {
    await sql`UPDATE webhook_state SET switched_off_at = now() WHERE webhook_id = ${webhookId}`.execute(db)
    await inLanguage(language, async () => {
      const [subject, body] = [t('webhooks.wasSwitchedOff', { name }), t('webhooks.whyItWasSwitchedOff', { name })]
      await mail.put(db, { userId: ownerId, recipient: email, subject, body })
    })
  }
}

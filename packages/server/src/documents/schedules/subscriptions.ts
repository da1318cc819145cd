import { reportSchedules } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Db } from '../../platform/database.ts'
import { endShiftSubscription, findShiftSubscription } from '../shift-reports/shift-subscriptions.ts'
import { hashOf } from './unsubscribe-links.ts'

interface Subscription {
  scheduleId: string
  userId: string
  customerId: string
  customer: string
  name: string
  isSubscribed: boolean
}

export function subscriptionHandlers(db: Db): HandlersOf<'findSubscription' | 'unsubscribe'> {
  return {
    async findSubscription({ params: { token }, reply }) {
      reply.header('cache-control', 'no-store')
      const shift = await findShiftSubscription(db, hashOf(token))
      if (shift !== undefined) {
        const { location, name, isSubscribed } = shift
        return { kind: 'shift', customer: location, name, isSubscribed }
      }
      const { customer, name, isSubscribed } = await find(db, token)
      return { kind: 'monthly', customer, name, isSubscribed }
    },
    async unsubscribe({ body: { token } }) {
      await endSubscription(db, token)
    },
  }
}

/** Ends the subscription of a link. A second time changes nothing. @throws ProblemError `link_invalid` */
export async function endSubscription(db: Db, token: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await endShiftSubscription(transaction, hashOf(token))) return
    const { scheduleId, userId, customerId } = await find(transaction, token)
    const { rows } = await sql<{ name: string; rowVersion: number }>`
      UPDATE report_recipient r SET unsubscribed_at = now()
      FROM user_account u, report_schedule s
      WHERE r.schedule_id = ${scheduleId} AND r.user_id = ${userId} AND r.unsubscribed_at IS NULL
        AND u.id = r.user_id AND s.id = r.schedule_id
      RETURNING concat_ws(' ', u.first_name, u.last_name) AS name, s.row_version AS "rowVersion"
    `.execute(transaction)
    const [ended] = rows
    if (ended === undefined) return
    const actor = { userId, sessionId: undefined, customerId, permissions: new Set<string>() }
    const row = { id: scheduleId, rowVersion: ended.rowVersion }
    const change = { before: { ...row, unsubscribed: null }, after: { ...row, unsubscribed: ended.name } }
    await writeAudit(transaction, actor, reportSchedules, 'unsubscribe', [change])
  })
}

/** Links of mails of before count too, as long as their reader is a recipient. */
async function find(db: Db, token: string): Promise<Subscription> {
  const { rows } = await sql<Subscription>`
    SELECT r.schedule_id AS "scheduleId", r.user_id AS "userId", s.customer_id AS "customerId", c.name AS customer, s.name,
      r.unsubscribed_at IS NULL AS "isSubscribed"
    FROM report_delivery d JOIN report_recipient r ON r.schedule_id = d.schedule_id AND r.user_id = d.user_id
      JOIN report_schedule s ON s.id = d.schedule_id JOIN customer c ON c.id = s.customer_id
    WHERE d.unsubscribe_hash = ${hashOf(token)}
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new ProblemError('link_invalid', t('reportMail.linkInvalid'))
  return found
}

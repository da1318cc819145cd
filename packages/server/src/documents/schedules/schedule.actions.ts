import { type api, type CallResult, reportSchedules } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { Computed } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { installationLocale } from '../../platform/language.ts'
import { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { lastMonth } from '../sources/customer-report/month.ts'
import type { ReportMails } from './report-mails.ts'

const HOUR_SECONDS = 3_600
const TESTS_PER_HOUR = 10

export const scheduleComputedFields: Record<string, Computed> = {
  [reportSchedules.name]: {
    recipientCount: sql`(SELECT count(*)::int FROM report_recipient r JOIN user_account u ON u.id = r.user_id
      WHERE r.schedule_id = report_schedule.id AND u.deleted_at IS NULL)`,
    lastResult: sql`report_result(report_schedule.id)`,
  },
}

export interface ScheduleParts {
  db: Db
  schedules: ResourceStore
  mails: ReportMails
  refusals: Refusals
  settings: InstallationSettings
}

/** Who asks for a test, and of which customer. */
interface Asker {
  isAdmitted: boolean
  email: string
  language: string | null
  timeZone: string
  customer: string
}

type RecipientRow = Omit<CallResult<typeof api.reportRecipients>[number], 'at'> & { at: Date | null }

export function scheduleHandlers(parts: ScheduleParts): HandlersOf<'reportRecipients' | 'sendReportToMe'> {
  const { db, schedules } = parts
  const tests = new RateLimiter(HOUR_SECONDS)
  return {
    async reportRecipients({ principal, params: { id } }) {
      await schedules.get(principal, id)
      return await readRecipientStates(db, id)
    },

    async sendReportToMe({ principal, params: { id } }) {
      const { customerId, name } = await schedules.get(principal, id)
      const { admitted, resetSeconds } = await tests.take(principal.userId, TESTS_PER_HOUR)
      if (!admitted) {
        parts.refusals.count('documents', 'report_tests')
        const words = t('reportMail.tooManyTests', { most: TESTS_PER_HOUR })
        throw new ProblemError('too_many_requests', words, undefined, { retryAfter: resetSeconds })
      }
      const sent = await sendTest(parts, principal, { customerId: String(customerId), name: String(name) })
      return { ...sent, isSent: parts.mails.isSent }
    },
  }
}

/** @returns the address to which the mail goes, and the characters that its report lacks */
async function sendTest(
  { db, mails, settings }: ScheduleParts,
  principal: Principal,
  { customerId, name }: { customerId: string; name: string },
): Promise<{ recipient: string; replaced: string[] }> {
  const { rows } = await sql<Asker>`
    SELECT report_obstacle(u.id, c.id) IS NULL AS "isAdmitted", u.email, u.language, coalesce(u.timezone, c.timezone, ${settings.read('region.timeZone')}) AS "timeZone",
      c.name AS customer
    FROM user_account u, customer c WHERE u.id = ${principal.userId} AND c.id = ${customerId}
  `.execute(db)
  assertThat(rows[0], 'not_found')
  const { isAdmitted, email, timeZone, customer, language } = rows[0]
  assertThat(isAdmitted, 'permission_missing', t('reportMail.noAccess'))
  const month = lastMonth(timeZone, clock.now())
  const edition = { customerId, customer, month, language: language ?? installationLocale(), timeZone }
  const report = await mails.make(principal, edition)
  const addressee = { userId: principal.userId, email, name, unsubscribe: undefined }
  await db.transaction().execute((transaction) => mails.put(transaction, edition, report, addressee))
  mails.wake()
  return { recipient: email, replaced: [...report.replaced] }
}

async function readRecipientStates(db: Db, id: string): Promise<CallResult<typeof api.reportRecipients>> {
  const { rows } = await sql<RecipientRow>`
    SELECT r.user_id AS "userId", d.month, coalesce(r.unsubscribed_at, m.sent_at, d.at) AS at, coalesce(d.reason, m.reason) AS reason,
      CASE WHEN r.unsubscribed_at IS NOT NULL OR own.report_mails IS FALSE THEN 'unsubscribed'
        ELSE coalesce(report_obstacle(r.user_id, s.customer_id), report_delivery_outcome(d.row), 'new') END AS state
    FROM report_recipient r JOIN report_schedule s ON s.id = r.schedule_id LEFT JOIN user_setting own ON own.user_id = r.user_id
      LEFT JOIN LATERAL (
        SELECT delivery AS row, delivery.* FROM report_delivery delivery
        WHERE delivery.schedule_id = s.id AND delivery.user_id = r.user_id ORDER BY delivery.month DESC LIMIT 1
      ) d ON true
      LEFT JOIN mail m ON m.id = d.mail_id
    WHERE s.id = ${id} ORDER BY r.user_id
  `.execute(db)
  return rows.map(({ at, reason, ...row }) => ({
    ...row,
    at: at?.toISOString() ?? null,
    reason: reason === null ? null : declared(reason),
  }))
}

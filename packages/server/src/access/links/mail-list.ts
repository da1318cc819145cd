import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { descending } from '../../engine/paging/keyset.ts'
import { readPage } from '../../engine/paging/read-page.ts'
import { type Principal, rowScope } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Database } from '../../platform/database.ts'
import type { Mail, Resend, ResendFacts } from '../../platform/mail.ts'

/** How mails are named in the audit; they have no fields that people change. */
const MAILS = { name: 'mail', fields: {} }

interface MailRow extends ResendFacts {
  id: string
  user_id: string | null
  recipient: string
  subject: string
  attempts: number
  reason: string | null
  created_at: Date
  next_attempt_at: Date | null
  sent_at: Date | null
  /** Whether the reader may do everything that the user may whose mail it is. */
  is_within: boolean
}

/** The outbox. Its links open other people's accounts: see `mailSchema` for who is shown them, and when. */
export function mailHandlers(database: Database, mail: Mail): HandlersOf<'listMails' | 'sendMailAgain'> {
  const linkOf = ({ user_id, sealed_link, is_within }: MailRow, principal: Principal) => {
    // Whoever has no account is sent quotes: their links are of those who may send them.
    const isTheirs = user_id === null ? principal.permissions.has('project.send') : is_within
    // A key may do less than its owner: it is shown none.
    const isHidden = mail.isSent || !isTheirs || sealed_link === null || principal.apiKeyId !== undefined
    return isHidden ? null : mail.decryptLink(sealed_link)
  }

  return {
    listMails: ({ principal, query: { search, state, ...query }, reply }) => {
      reply.header('cache-control', 'no-store')
      const where = sql`${state === undefined ? sql`true` : sql`state = ${state}`} AND ${
        search ? sql`strpos(search_fold(recipient || ' ' || subject), search_fold(${search})) > 0` : sql`true`
      }`
      return database.inScope(rowScope(principal), async (db) => {
        const select = sql`
          id, user_id, recipient, subject, body, sealed_link, file_name, state, attempts, reason, created_at, next_attempt_at,
            sent_at, coalesce(expires_at <= now(), false) AS has_expired, file_sha256 IS NOT NULL AS has_file, NOT EXISTS (
              SELECT FROM permission_source s WHERE s.user_id = mail.user_id AND s.permission NOT IN (
                SELECT permission FROM permission_source WHERE user_id = ${principal.userId})
            ) AS is_within`
        const listed = { select, from: sql`mail`, where, keys: [descending(sql`id`)] }
        const { rows, next } = await readPage<MailRow>(db, listed, query)
        const counted = await sql<{ total: number }>`
          SELECT count(*)::int AS total FROM mail WHERE ${where}
        `.execute(db)
        const items = rows.map((row) => ({
          id: row.id,
          userId: row.user_id,
          recipient: row.recipient,
          subject: row.subject,
          text: row.body,
          link: linkOf(row, principal),
          attachment: row.file_name,
          state: row.state,
          attempts: row.attempts,
          reason: row.reason === null ? null : declared(row.reason),
          createdAt: row.created_at.toISOString(),
          nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
          sentAt: row.sent_at?.toISOString() ?? null,
          resend: mail.resendOf(row),
        }))
        const total = counted.rows[0]?.total ?? 0
        return { items, total, page: query.page, pageSize: query.pageSize, next }
      })
    },
    async sendMailAgain({ principal, params: { id } }) {
      // They are those of all customers.
      assertThat(principal.customerId === null, 'not_found', t('people.noSuchMail'))
      await database.system.transaction().execute(async (db) => {
        const again = await mail.sendAgain(db, id)
        assertThat(again, 'not_found', t('people.noSuchMail'))
        const { resend, recipient, subject } = again
        if (resend !== 'possible') throw new ProblemError('not_usable', refusalWords(resend))
        const before = { id, rowVersion: 1, recipient, subject }
        await writeAudit(db, principal, MAILS, 'send-again', [{ before, after: undefined }])
      })
      mail.wake()
    },
  }
}

function refusalWords(resend: Exclude<Resend, 'possible'>): string {
  switch (resend) {
    case 'waiting':
      return t('people.mailWaits')
    case 'noServer':
      return t('people.noMailServer')
    case 'linkEnded':
      return t('people.mailLinkEnded')
    case 'fileGone':
      return t('people.mailFileGone')
  }
}

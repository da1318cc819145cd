import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Database } from '../../platform/database.ts'
import type { Mail } from '../../platform/mail.ts'

interface MailRow {
  id: string
  user_id: string | null
  recipient: string
  subject: string
  body: string
  sealed_link: Buffer | null
  file_name: string | null
  state: 'kept' | 'waiting' | 'sent' | 'failed'
  attempts: number
  reason: string | null
  created_at: Date
  next_attempt_at: Date | null
  sent_at: Date | null
  /** Whether the reader may do everything that the user may whose mail it is. */
  is_within: boolean
}

/** The outbox. Its links open other people's accounts: see `mailSchema` for who is shown them, and when. */
export function mailHandlers(database: Database, mail: Mail): HandlersOf<'listMails'> {
  const linkOf = ({ sealed_link, is_within }: MailRow, { apiKeyId }: Principal) => {
    // A key may do less than its owner: it is shown none.
    const isHidden = mail.isSent || !is_within || sealed_link === null || apiKeyId !== undefined
    return isHidden ? null : mail.decryptLink(sealed_link)
  }

  return {
    listMails: ({ principal, query: { page, pageSize }, reply }) => {
      reply.header('cache-control', 'no-store')
      const scope = principal.customerId === null ? 'all' : { customerId: principal.customerId }
      return database.inScope(scope, async (db) => {
        const { rows } = await sql<MailRow>`
          SELECT id, user_id, recipient, subject, body, sealed_link, file_name, state, attempts, reason, created_at, next_attempt_at,
            sent_at, NOT EXISTS (
              SELECT FROM permission_source s WHERE s.user_id = mail.user_id AND s.permission NOT IN (
                SELECT permission FROM permission_source WHERE user_id = ${principal.userId})
            ) AS is_within
          FROM mail ORDER BY id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
        `.execute(db)
        const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM mail`.execute(db)
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
          reason: row.reason,
          createdAt: row.created_at.toISOString(),
          nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
          sentAt: row.sent_at?.toISOString() ?? null,
        }))
        return { items, total: counted.rows[0]?.total ?? 0, page, pageSize }
      })
    },
  }
}

import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { LinkMails } from './links/link-mails.ts'
import { writeSecurityEvent } from './security-events.ts'

/**
 * Invites the first administrator of an installation without the sample company: a new link at every start, until there
 * is an administrator who can sign in.
 * @returns the link, for the console of the person who starts it: the outbox cannot be read yet; undefined if none is needed
 */
export async function inviteFirstAdministrator(
  database: Database,
  mails: LinkMails,
  email: string,
): Promise<string | undefined> {
  const link = await database.system.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('administrators'))`.execute(db)
    const { rows: administrators } = await sql`
      SELECT FROM user_account u
      WHERE (EXISTS (SELECT FROM user_credential c WHERE c.user_id = u.id)
          OR EXISTS (SELECT FROM user_identity i WHERE i.user_id = u.id))
        AND u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
        AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'user.update')
        AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'role.update')
      LIMIT 1
    `.execute(db)
    if (administrators.length > 0) return undefined
    const { rows } = await sql<{ id: string }>`
      INSERT INTO user_account (email, first_name, last_name) VALUES (${email}, 'First', 'Administrator')
      ON CONFLICT (email_fold(email)) DO UPDATE SET disabled = false, deleted_at = NULL RETURNING id
    `.execute(db)
    const id = rows[0]?.id ?? ''
    await sql`
      INSERT INTO user_role (user_id, role_id) SELECT ${id}, id FROM role WHERE is_system AND lower(name) = 'administrator'
      ON CONFLICT DO NOTHING
    `.execute(db)
    await writeSecurityEvent(db, { userId: id, action: 'invitation-sent', detail: { from: 'ADMINISTRATOR_EMAIL' } })
    return await mails.putLink(db, { id, email }, 'invitation')
  })
  mails.sendStored()
  return link
}

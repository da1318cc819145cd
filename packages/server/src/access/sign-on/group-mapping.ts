import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { Groups } from './claims.ts'
import type { Provider } from './providers.ts'
import { SignOnError } from './sign-on-error.ts'

/**
 * Follows what the provider says of somebody's groups. Where it does not say them, the user keeps the groups: the log says so,
 * and the test of the provider.
 */
export async function followGroups(db: Transaction, provider: Provider, userId: string, groups: Groups): Promise<void> {
  const unknown = typeof groups === 'string' ? groups : null
  await sql`
    UPDATE user_identity SET groups_unknown = ${unknown} WHERE provider_id = ${provider.id} AND user_id = ${userId}
  `.execute(db)
  if (typeof groups !== 'string') return await mapGroups(db, userId, groups)
  // Many providers leave the claim out for people in no group: with nothing to keep, that is no news.
  if (groups === 'not_said' && !(await isInGroups(db, userId))) return
  const detail = { provider: provider.name, claim: provider.groupsClaim, reason: groups }
  await writeSecurityEvent(db, { userId, action: 'sign-on-groups-kept', detail })
}

/** Whether a provider has put the user into a group. */
async function isInGroups(db: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM group_member m JOIN access_group g ON g.id = m.group_id
    WHERE m.user_id = ${userId} AND g.sso_claim IS NOT NULL LIMIT 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Puts a user into the groups that the provider sends, and takes the user out of those it no longer sends. Groups
 * that name no group of a provider are left alone.
 */
async function mapGroups(db: Transaction, userId: string, claims: readonly string[]): Promise<void> {
  const added = await sql<{ group_id: string }>`
    INSERT INTO group_member (group_id, user_id)
    SELECT id, ${userId} FROM access_group WHERE sso_claim = ANY(${claims}::text[])
    ON CONFLICT DO NOTHING RETURNING group_id
  `.execute(db)
  const removed = await sql<{ group_id: string }>`
    DELETE FROM group_member m USING access_group g
    WHERE m.user_id = ${userId} AND g.id = m.group_id AND g.sso_claim IS NOT NULL
      AND g.sso_claim <> ALL(${claims}::text[]) RETURNING m.group_id
  `.execute(db)
  if (removed.rows.length > 0) await keepAnAdministrator(db, userId)
  if (added.rows.length + removed.rows.length === 0) return
  const detail = { added: idsOf(added.rows), removed: idsOf(removed.rows) }
  await writeSecurityEvent(db, { userId, action: 'sign-on-groups', detail })
}

/** The rule that somebody is left who may work with users and roles looks only at what people do: it receives who does this. */
async function keepAnAdministrator(db: Transaction, userId: string): Promise<void> {
  try {
    await sql`SELECT set_config('packhouse.user', ${userId}, true)`.execute(db)
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db)
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'last_administrator') throw error
    throw new SignOnError('last_administrator', 'last administrator', { userId, cause: error })
  }
}

function idsOf(rows: readonly { group_id: string }[]): string[] {
  return rows.map(({ group_id }) => group_id)
}

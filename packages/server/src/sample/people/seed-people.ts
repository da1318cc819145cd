import { randomBytes } from 'node:crypto'
import { permissionDescriptions } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Invitations } from '../../access/area.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Database, Db } from '../../platform/database.ts'
import { sampleStaff } from '../estimator/people.ts'
import { knownEmployees, newEmployees, type SampleEmployee } from './employees.ts'
import { staffRoles } from './roles.ts'
import { enterTeam, type TeamStores } from './team.ts'

interface PeopleParts extends TeamStores {
  database: Database
  invitations: Invitations
}

const roleNames = Object.keys(staffRoles).map((name) => name.toLowerCase())
const all = [...knownEmployees, ...newEmployees]
const emailsOf = (employees: readonly SampleEmployee[]) => employees.map(({ email }) => email)

/**
 * Brings in the people of the sample company: by what staff do for that, in the name of its staff account, so that the audit and the mails
 * of it are there. Only where nobody has set up a team yet; nobody comes back who was deleted.
 */
export async function seedPeople(parts: PeopleParts): Promise<void> {
  const { system } = parts.database
  const principal = await actingStaff(system)
  if (principal === undefined) return
  const entered = await sql`
    SELECT FROM user_account WHERE email = ANY (${emailsOf(newEmployees)}::text[]) UNION ALL SELECT FROM access_group
    UNION ALL SELECT FROM on_call_schedule UNION ALL SELECT FROM role WHERE lower(name) = ANY (${roleNames}::text[]) LIMIT 1
  `.execute(system)
  if (entered.rows.length === 0) await enterTeam(parts, principal)
  // The sample writes to nobody: with a mail server an invitation would go out.
  if (!parts.invitations.areSent) await invite(parts, principal)
}

/** The staff account of the sample, unless it may do less by now. */
async function actingStaff(db: Db): Promise<Principal | undefined> {
  const { rows } = await sql<{ id: string; permissions: string[] }>`
    SELECT u.id, ARRAY(SELECT s.permission FROM permission_source s WHERE s.user_id = u.id)::text[] AS permissions
    FROM user_account u WHERE u.email = ${sampleStaff} AND u.deleted_at IS NULL AND NOT u.disabled
  `.execute(db)
  const permissions = new Set(rows[0]?.permissions)
  if (rows[0] === undefined || !Object.keys(permissionDescriptions).every((name) => permissions.has(name))) return
  return { userId: rows[0].id, sessionId: undefined, customerId: null, permissions }
}

/** Invites those who never were, and accepts for them. Nobody knows the passwords: they can ask for a link to set another one. */
async function invite({ database, invitations, users }: PeopleParts, principal: Principal): Promise<void> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT u.id, u.email FROM user_account u
    WHERE u.email = ANY (${emailsOf(all)}::text[]) AND u.deleted_at IS NULL AND NOT u.disabled
      AND NOT EXISTS (SELECT FROM user_credential c WHERE c.user_id = u.id)
      AND NOT EXISTS (SELECT FROM user_identity i WHERE i.user_id = u.id)
      AND NOT EXISTS (SELECT FROM password_link l WHERE l.user_id = u.id)
    ORDER BY u.id
  `.execute(database.system)
  for (const account of rows) {
    const employee = all.find(({ email }) => email === account.email)
    const token = await invitations.send(principal, account)
    if (employee?.invitation === 'open') continue
    await invitations.accept(token, randomBytes(24).toString('base64url'))
    if (employee?.invitation === 'suspended') await users.update(principal, account.id, { disabled: true })
  }
}

import { type FieldError, type InvitationResult, type RoleAudience, users as userResource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { changeRelatedIn } from '../../engine/resource/relations.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database } from '../../platform/database.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { LinkMails } from './link-mails.ts'

export interface InviteParts {
  database: Database
  mails: LinkMails
  users: ResourceStore
  roles: ResourceStore
}

interface Invited {
  email: string
  first_name: string
  last_name: string
}

type Shared = { customerId: string | null; roleIds: readonly string[] }

/** Creates users and invites them, each in a transaction of their own: one bad address spoils no other. */
export function inviteHandlers(parts: InviteParts): HandlersOf<'invitePeople'> {
  return {
    async invitePeople({ principal, body, reply }) {
      reply.header('cache-control', 'no-store')
      const { people, customerId = null } = body
      const roleIds = [...new Set(body.roleIds)]
      assertThat(principal.customerId === null, 'permission_missing', t('access.usersAreInvitedByStaff'))
      if (roleIds.length > 0) await assertRoles(parts, principal, { customerId, roleIds })
      const results: InvitationResult[] = []
      for (const person of people) results.push(await invite(parts, principal, person, { customerId, roleIds }))
      parts.mails.sendStored()
      return { sent: parts.mails.isSent, results }
    },
  }
}

/** Giving a role is changing a user, whatever the way. */
async function assertRoles(
  { roles }: InviteParts,
  principal: Principal,
  { customerId, roleIds }: Shared,
): Promise<void> {
  const permission = 'user.update'
  assertThat(principal.permissions.has(permission), 'permission_missing', t('server.permissionNeeded', { permission }))
  const { rows } = await roles.read(principal, (db) =>
    sql<GivenRole>`SELECT id, name, audience FROM role WHERE id = ANY(${roleIds}::uuid[])`.execute(db),
  )
  const known = new Map(rows.map((role) => [role.id, role]))
  const errors = roleIds.flatMap((id, index): FieldError[] => {
    const path = `body.roleIds.${index}`
    const role = known.get(id)
    if (role === undefined) return [{ path, code: 'reference', message: t('access.noSuchRole') }]
    const message = otherAudience(role, customerId)
    return message === undefined ? [] : [{ path, code: 'rule', message }]
  })
  const [first] = errors
  if (first) throw new ProblemError('invalid_request', first.message, errors)
}

interface GivenRole {
  id: string
  name: string
  audience: RoleAudience
}

/** Why a role is not for these people. The database would refuse it too, but without its name, and after the first users were created. */
function otherAudience({ name, audience }: GivenRole, customerId: string | null): string | undefined {
  if (audience === 'staff' && customerId !== null) return t('access.roleIsForStaff', { name })
  if (audience === 'customers' && customerId === null) return t('access.roleIsForCustomers', { name })
  return undefined
}

async function invite(
  parts: InviteParts,
  principal: Principal,
  person: Invited,
  shared: Shared,
): Promise<InvitationResult> {
  const nobody = { email: person.email, userId: null, deleted: false, link: null }
  const email = userResource.fields.email.schema.safeParse(person.email)
  if (!email.success) return { ...nobody, outcome: 'invalid', reason: email.error.issues[0]?.message ?? null }
  const draft = { ...person, email: String(email.data), customerId: shared.customerId }
  try {
    const id = await create(parts, principal, draft, shared.roleIds)
    const link = await sendInvitation(parts, principal, { id, email: draft.email })
    return { ...nobody, outcome: 'invited', userId: id, link: parts.mails.isSent ? null : link, reason: null }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'duplicate') return await existing(parts, principal, person.email, draft.email)
    // What is wrong with the customer is wrong for all of them.
    if (error.code !== 'permission_missing') throw error
    return { ...nobody, outcome: 'refused', reason: error.message }
  }
}

async function create(
  { users }: InviteParts,
  principal: Principal,
  draft: Record<string, unknown>,
  roleIds: readonly string[],
): Promise<string> {
  return await users.write(principal, async (db) => {
    const { id } = await users.createIn(db, principal, draft)
    if (roleIds.length > 0) {
      await changeRelatedIn(db, users, principal, { id, parent: {}, name: 'roles' }, 'attach', roleIds)
    }
    return id
  })
}

/** Makes the link and the mail that carries it, and notes who has invited. @returns the link */
export async function sendInvitation(
  { database, mails }: Pick<InviteParts, 'database' | 'mails'>,
  principal: Principal,
  account: { id: string; email: string },
): Promise<string> {
  return await database.system.transaction().execute(async (db) => {
    const link = await mails.putLink(db, account, 'invitation')
    await writeSecurityEvent(db, { userId: account.id, actorId: principal.userId, action: 'invitation-sent' })
    return link
  })
}

/** Whoever has the address already; staff see every user. */
async function existing(
  { users }: InviteParts,
  principal: Principal,
  sent: string,
  email: string,
): Promise<InvitationResult> {
  const { rows } = await users.read(principal, (db) =>
    sql<{ id: string; deleted: boolean }>`
      SELECT id, deleted_at IS NOT NULL AS deleted FROM user_account WHERE email_fold(email) = email_fold(${email})
    `.execute(db),
  )
  const [found] = rows
  const { id: userId = null, deleted = false } = found ?? {}
  const reason = deleted ? t('access.addressOfADeletedUser') : t('access.isAUserAlready')
  return { email: sent, outcome: 'exists', userId, deleted, link: null, reason }
}

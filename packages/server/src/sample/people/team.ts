import { sql } from 'kysely'
import { createApiKey, givePermissions } from '../../access/area.ts'
import type { Principal } from '../../engine/principal.ts'
import { changeRelatedIn } from '../../engine/resource/relations.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { knownEmployees, newEmployees, serviceEngineers } from './employees.ts'
import { type StaffRole, staffRoles } from './roles.ts'

export interface TeamStores {
  users: ResourceStore
  roles: ResourceStore
  groups: ResourceStore
  schedules: ResourceStore
  apiKeys: ResourceStore
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
/** A Monday, 1970-01-05. */
const MONDAY_MS = 4 * DAY_MS
/** So long ago the service has begun to be on call. */
const ON_CALL_WEEKS = 60
const KEY_DAYS = 365

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Enters accounts, roles, the group of the service engineers, who of them is on call, and the key of a program: all of it or nothing. */
export async function enterTeam(stores: TeamStores, principal: Principal): Promise<void> {
  const { users, groups, schedules, apiKeys } = stores
  await users.write(principal, async (db) => {
    for (const { email, firstName, lastName } of newEmployees) {
      await users.createIn(db, principal, { email, first_name: firstName, last_name: lastName, customerId: null })
    }
    const people = await idsOfPeople(db)
    const roles = await enterRoles(db, stores, principal)
    const attach = async (store: ResourceStore, id: string, name: string, ids: readonly string[]) =>
      await changeRelatedIn(db, store, principal, { id, parent: {}, name }, 'attach', ids)
    for (const { email, role } of [...knownEmployees, ...newEmployees]) {
      const id = people.get(email)
      if (id !== undefined && role !== undefined) await attach(users, id, 'roles', [roles[role]])
    }
    const engineers = serviceEngineers.flatMap(({ email }) => people.get(email) ?? [])
    const group = await groups.createIn(db, principal, {
      name: 'Service engineers',
      description: 'Who looks after machines at customers, with the role for that',
    })
    await attach(groups, group.id, 'members', engineers)
    await attach(groups, group.id, 'roles', [roles.Service])
    await schedules.createIn(db, principal, {
      name: 'Service on call',
      timeZone: 'Europe/Stockholm',
      startsOn: isoDay(mondayBefore(clock.now() - ON_CALL_WEEKS * WEEK_MS)),
      handoverTime: '08:00',
      turnDays: 7,
      people: engineers.map((userId) => ({ userId })),
      overrides: [],
    })
    // Nobody sees the text of this key: it has to be rotated before it is used.
    await createApiKey(db, apiKeys, principal, {
      name: 'ERP, customers and machines at night',
      scopes: ['customers:read', 'machines:read'],
      ipAllow: ['203.0.113.0/24'],
      ratePerMinute: 120,
      expiresAt: new Date(clock.now() + KEY_DAYS * DAY_MS).toISOString(),
    })
  })
}

async function idsOfPeople(db: Transaction): Promise<Map<string, string>> {
  const emails = [...knownEmployees, ...newEmployees].map(({ email }) => email)
  const { rows } = await sql<{ email: string; id: string }>`
    SELECT email, id FROM user_account WHERE email = ANY (${emails}::text[]) AND deleted_at IS NULL
  `.execute(db)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

async function enterRoles(
  db: Transaction,
  { roles }: TeamStores,
  principal: Principal,
): Promise<Record<StaffRole, string>> {
  const enter = async (name: StaffRole) => {
    const { description, permissions } = staffRoles[name]
    const { id } = await roles.createIn(db, principal, { name, description })
    await givePermissions(db, roles, principal, id, permissions)
    return id
  }
  return { Service: await enter('Service'), Sales: await enter('Sales'), Management: await enter('Management') }
}

/** The Monday of a moment, Unix ms. */
function mondayBefore(at: number): number {
  return Math.floor((at - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS
}

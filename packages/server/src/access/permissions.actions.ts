import { type PermissionHolder, permissionDescriptions } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { writeAudit } from '../engine/resource/audit.ts'
import { changeRelated } from '../engine/resource/relations.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'

/** The stores of those who can have permissions. */
export interface HolderStores {
  roles: ResourceStore
  groups: ResourceStore
  users: ResourceStore
  scopes: ResourceStore
}

type PermissionCalls =
  | 'listPermissions'
  | 'assignPermissions'
  | 'detachPermissions'
  | 'bulkAssignPermissions'
  | 'bulkRemovePermissions'
  | 'syncUserRoles'
  | 'userPermissions'

type Change = 'assign' | 'remove'

/** Who has permissions: the store that reads it, and the table and column of what it has. */
interface Holder {
  store: ResourceStore
  id: string
  table: string
  column: string
}

export function permissionHandlers(stores: HolderStores): HandlersOf<PermissionCalls> {
  return {
    listPermissions: () =>
      Object.entries(permissionDescriptions).map(([name, description]) => ({
        name,
        group: name.slice(0, name.indexOf('.')),
        description,
      })),

    async assignPermissions({ principal, body }) {
      await change(principal, [holderOf(stores, body)], body.permissions, 'assign')
      return undefined
    },

    async detachPermissions({ principal, body }) {
      await change(principal, [holderOf(stores, body)], body.permissions, 'remove')
      return undefined
    },

    async bulkAssignPermissions({ principal, body }) {
      await change(principal, rolesOf(stores, body.roleIds), body.permissions, 'assign')
      return undefined
    },

    async bulkRemovePermissions({ principal, body }) {
      await change(principal, rolesOf(stores, body.roleIds), body.permissions, 'remove')
      return undefined
    },

    async syncUserRoles({ principal, body }) {
      const related = { id: body.userId, parent: {}, name: 'roles' }
      await changeRelated(stores.users, principal, related, 'sync', body.roleIds)
      return undefined
    },

    userPermissions: ({ principal, params }) =>
      stores.users.read(principal, async (db) => {
        await stores.users.rows.find(db, params.id, {})
        const { rows } = await sql<{ permission: string; sources: Source[] }>`
          SELECT permission, jsonb_agg(jsonb_build_object('kind', kind, 'id', source_id, 'name', source_name)
            ORDER BY kind, source_name) AS sources
          FROM permission_source WHERE user_id = ${params.id} GROUP BY permission ORDER BY permission
        `.execute(db)
        return rows
      }),
  }
}

interface Source {
  kind: 'direct' | 'role' | 'group'
  id: string | null
  name: string | null
}

function holderOf(stores: HolderStores, { roleId, groupId, userId, scopeId }: PermissionHolder): Holder {
  const { roles, groups, users, scopes } = stores
  if (roleId !== undefined) return roleHolder(roles, roleId)
  if (groupId !== undefined) return { store: groups, id: groupId, table: 'group_permission', column: 'group_id' }
  if (scopeId !== undefined)
    return { store: scopes, id: scopeId, table: 'api_key_scope_permission', column: 'scope_id' }
  assertThat(userId, 'internal')
  return { store: users, id: userId, table: 'user_permission', column: 'user_id' }
}

function roleHolder(roles: ResourceStore, id: string): Holder {
  return { store: roles, id, table: 'role_permission', column: 'role_id' }
}

function rolesOf(stores: HolderStores, ids: readonly string[]): Holder[] {
  // In one order, so that two who change the same roles at once do not wait for each other.
  return [...new Set(ids)].sort().map((roleId) => holderOf(stores, { roleId, permissions: [] }))
}

/** Gives permissions to a role, within a transaction that does more than this. */
export async function givePermissions(
  db: Transaction,
  roles: ResourceStore,
  principal: Principal,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  assertKnown(permissions)
  await changeOne(db, principal, roleHolder(roles, roleId), permissions, 'assign')
}

/** Gives or takes permissions, in one transaction for all holders. */
async function change(
  principal: Principal,
  holders: readonly Holder[],
  permissions: readonly string[],
  what: Change,
): Promise<void> {
  assertKnown(permissions)
  const [first] = holders
  assertThat(first, 'internal')
  await first.store.write(principal, async (db) => {
    for (const holder of holders) await changeOne(db, principal, holder, permissions, what)
  })
}

async function changeOne(
  db: Transaction,
  principal: Principal,
  { store, id, table, column }: Holder,
  permissions: readonly string[],
  what: Change,
): Promise<void> {
  const row = await store.rows.lock(db, id, {})
  assertThat(row.isSystem !== true, 'invalid_request', t('access.roleIsFixed', { name: String(row.name) }))
  const [own, pairs] = [sql.ref(column), sql.table(table)]
  const held = sql<{ permission: string }>`SELECT permission FROM ${pairs} WHERE ${own} = ${id} ORDER BY permission`
  const before = (await held.execute(db)).rows.map(({ permission }) => permission)
  const changed =
    what === 'assign'
      ? sql`INSERT INTO ${pairs} (${own}, permission) SELECT ${id}, unnest(${permissions}::text[]) ON CONFLICT DO NOTHING`
      : sql`DELETE FROM ${pairs} WHERE ${own} = ${id} AND permission = ANY(${permissions})`
  await changed.execute(db)
  const after = (await held.execute(db)).rows.map(({ permission }) => permission)
  if (after.length === before.length) return
  const auditEntry = (names: string[]) => ({ id, rowVersion: row.rowVersion, permissions: names })
  await writeAudit(db, principal, store.resource, 'update', [{ before: auditEntry(before), after: auditEntry(after) }])
}

function assertKnown(permissions: readonly string[]): void {
  const errors = permissions.flatMap((name, index) =>
    name in permissionDescriptions
      ? []
      : [{ path: `body.permissions.${index}`, code: 'unknown', message: t('access.isNoPermission') }],
  )
  if (errors.length > 0) throw new ProblemError('invalid_request', t('access.someAreNoPermissions'), errors)
}

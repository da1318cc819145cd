import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'

/** Counts whom a change of roles reaches: people who may sign in and have a role by themselves or through a group, each once. */
export function permissionReachHandlers(roles: ResourceStore): HandlersOf<'permissionReach'> {
  return {
    permissionReach: ({ principal, query: { roleIds } }) =>
      roles.read(principal, async (db) => {
        const { rows } = await sql<{ role_id: string | null; people: number }>`
          WITH held AS (
            SELECT role_id, user_id FROM user_role WHERE role_id = ANY(${roleIds}::uuid[])
            UNION
            SELECT gr.role_id, m.user_id FROM group_role gr JOIN group_member m ON m.group_id = gr.group_id
            WHERE gr.role_id = ANY(${roleIds}::uuid[])
          )
          SELECT h.role_id, count(DISTINCT h.user_id)::int AS people
          FROM held h JOIN user_account u ON u.id = h.user_id AND u.deleted_at IS NULL AND NOT u.disabled
          GROUP BY GROUPING SETS ((h.role_id), ())
        `.execute(db)
        const counts = new Map(rows.map(({ role_id, people }) => [role_id, people]))
        const ofRole = [...new Set(roleIds)].map((roleId) => ({ roleId, people: counts.get(roleId) ?? 0 }))
        return { people: counts.get(null) ?? 0, roles: ofRole }
      }),
  }
}

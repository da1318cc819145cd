import { MAX_PEOPLE, projectRoles, projectRoleTypes } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { type ResourceRow, rowOf, selectList, toRow } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'

type PeopleCalls = 'peopleOfProject' | 'removePersonOfProject' | 'projectRoleTypeList'

interface Stores {
  projects: ResourceStore
  roles: ResourceStore
  types: ResourceStore
}

/** Roles by the project and the person that they join. */
export function peopleHandlers(stores: Stores): HandlersOf<PeopleCalls> {
  const { roles, types } = stores
  return {
    peopleOfProject: ({ principal, params: { projectId } }) =>
      roles.read(principal, async (db) => {
        await stores.projects.rows.find(db, projectId, {})
        const rows = await readRows(db, roles, sql`WHERE project_id = ${projectId} ORDER BY created_at, id`)
        return rows.map((row) => rowOf(projectRoles, row))
      }),
    removePersonOfProject: async ({ principal, params: { projectId, userId } }) => {
      const [role] = await roles.read(principal, async (db) => {
        await stores.projects.rows.find(db, projectId, {})
        return await readRows(db, roles, sql`WHERE project_id = ${projectId} AND user_id = ${userId}`)
      })
      assertThat(role, 'not_found', t('estimator.hasNoRole'))
      await roles.remove(principal, role.id)
    },
    projectRoleTypeList: ({ principal }) =>
      types.read(principal, async (db) => {
        return (await readRows(db, types, sql`ORDER BY name, id`)).map((row) => rowOf(projectRoleTypes, row))
      }),
  }
}

async function readRows(
  db: Transaction,
  { resource, computed }: ResourceStore,
  which: RawBuilder<unknown>,
): Promise<ResourceRow[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)} ${which} LIMIT ${sql.lit(MAX_PEOPLE)}
  `.execute(db)
  return rows.map(toRow)
}

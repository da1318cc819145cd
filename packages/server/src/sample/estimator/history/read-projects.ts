import {
  type ListedRow,
  projectCommissioning,
  projectDeliveries,
  projectItems,
  type projectMedia,
  projectOptionalExtras,
  projects,
  type Resource,
} from '@packhouse/contract'
import { sql } from 'kysely'
import { rowOf, selectList, toColumn, toRow } from '../../../engine/resource/columns.ts'
import { notStored } from '../../../estimator/pricing/read-priced-project.ts'
import type { Transaction } from '../../../platform/database.ts'

/** A project with its lists, costs included, as a version holds it. */
export type WholeProject = ListedRow<typeof projects> & {
  items: ListedRow<typeof projectItems>[]
  extras: ListedRow<typeof projectOptionalExtras>[]
  deliveries: ListedRow<typeof projectDeliveries>[]
  commissioning: ListedRow<typeof projectCommissioning>[]
  media: ListedRow<typeof projectMedia>[]
}

const itemCode = sql`coalesce((SELECT m.code FROM item_master m WHERE m.id = master_id),
  (SELECT l.model FROM library_machine l WHERE l.id = library_machine_id))`
const extraCode = sql`(SELECT m.code FROM item_master m WHERE m.id = master_id)`

/** Projects by their ids, with one statement for each table. None of them has files. */
export async function readProjects(db: Transaction, ids: readonly string[]): Promise<Map<string, WholeProject>> {
  const rows = await readRows(db, projects, 'id', ids, notStored(projects))
  const items = await readRows(db, projectItems, 'projectId', ids, { code: itemCode })
  const extras = await readRows(db, projectOptionalExtras, 'projectId', ids, { code: extraCode })
  const deliveries = await readRows(db, projectDeliveries, 'projectId', ids)
  const commissioning = await readRows(db, projectCommissioning, 'projectId', ids)
  const whole = rows.map((project): [string, WholeProject] => {
    const own = <Row extends { projectId: string }>(parts: Row[]) =>
      parts.filter(({ projectId }) => projectId === project.id)
    const lists = { items: own(items), extras: own(extras), deliveries: own(deliveries) }
    return [project.id, { ...project, ...lists, commissioning: own(commissioning), media: [] }]
  })
  return new Map(whole)
}

async function readRows<R extends Resource>(
  db: Transaction,
  resource: R,
  field: string,
  ids: readonly string[],
  computed: Parameters<typeof selectList>[1] = {},
): Promise<ListedRow<R>[]> {
  const order = resource.fields.sort === undefined ? sql`id` : sql`sort, id`
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)}
    WHERE ${sql.ref(toColumn(field))} = ANY(${ids}::uuid[]) ORDER BY ${order}
  `.execute(db)
  return rows.map((row) => rowOf(resource, toRow(row)))
}

import {
  projectCommissioning,
  projectDeliveries,
  projectItems,
  projectMedia,
  projectOptionalExtras,
  type Resource,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { toColumn } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'

/** From which project to which. */
export interface Copy {
  from: string
  to: string
}

const parts: readonly Resource[] = [
  projectItems,
  projectOptionalExtras,
  projectDeliveries,
  projectCommissioning,
  projectMedia,
]

/**
 * Copies all that a project consists of. Rows are the same lines there, and refer to each other as they do here.
 * @param roles `all`: who takes part goes on, as in a revision. `own`: those who have no more of the project than whoever copies it may give there.
 */
export async function copyParts(
  db: Transaction,
  principal: Principal,
  copy: Copy,
  roles: 'all' | 'own',
): Promise<void> {
  for (const part of parts) await copyRows(db, principal, part, copy)
  for (const part of parts) {
    for (const name of inner(part)) await referWithin(db, part, name, copy)
  }
  await sql`
    INSERT INTO project_role (project_id, user_id, type_id, note, created_by, updated_by)
    SELECT ${copy.to}, user_id, type_id, note, ${principal.userId}, ${principal.userId} FROM project_role WHERE project_id = ${copy.from}
      AND (${roles === 'all'} OR lacking_for_role(${copy.from}, type_id) IS NULL)
  `.execute(db)
}

/** Makes the lines of a copy its own. */
export async function renewLines(db: Transaction, projectId: string): Promise<void> {
  await renewLinesOfCriteria(db, projectId)
  for (const { table } of parts) {
    await sql`UPDATE ${sql.table(table)} SET line_id = id::text WHERE project_id = ${projectId}`.execute(db)
  }
}

/** Criteria name the lines of items, which are their own lines from now on. */
async function renewLinesOfCriteria(db: Transaction, projectId: string): Promise<void> {
  await sql`
    UPDATE project_commissioning step SET criteria = (
      SELECT jsonb_agg(CASE WHEN item.id IS NULL THEN value ELSE value || jsonb_build_object('line', item.id) END ORDER BY place)
      FROM jsonb_array_elements(step.criteria) WITH ORDINALITY criterion (value, place)
        LEFT JOIN project_item item ON item.project_id = step.project_id AND item.line_id = value ->> 'line')
    WHERE step.project_id = ${projectId} AND step.criteria <> '[]'
  `.execute(db)
}

/** The files of a project and of its rows. @returns the id of each file by that of its copy */
export async function copyFiles(
  db: Transaction,
  principal: Principal,
  { from, to }: Copy,
): Promise<Map<string, string>> {
  const owners = parts.map(
    ({ table }) => sql`
      SELECT ${table} AS owner_table, o.id AS old_id, n.id AS new_id FROM ${sql.table(table)} o
      JOIN ${sql.table(table)} n ON n.line_id = o.line_id AND n.project_id = ${to} WHERE o.project_id = ${from}`,
  )
  const { rows } = await sql<{ old: string; copied: string }>`
    WITH owner AS (SELECT 'project' AS owner_table, ${from}::uuid AS old_id, ${to}::uuid AS new_id UNION ALL ${sql.join(owners, sql` UNION ALL `)}),
    file AS (
      SELECT f.*, uuidv7() AS copied, owner.new_id FROM attached_file f JOIN owner ON owner.owner_table = f.owner_table AND owner.old_id = f.owner_id
      WHERE f.deleted_at IS NULL
    ), made AS (
      INSERT INTO attached_file (id, owner_table, owner_id, name, content_type, size, sha256, created_by, updated_by)
      SELECT copied, owner_table, new_id, name, content_type, size, sha256, ${principal.userId}, ${principal.userId} FROM file
    )
    SELECT id AS old, copied FROM file
  `.execute(db)
  return new Map(rows.map(({ old, copied }) => [copied, old]))
}

async function copyRows(db: Transaction, { userId }: Principal, part: Resource, { from, to }: Copy): Promise<void> {
  const left = new Set(['projectId', ...inner(part)])
  const names = Object.keys(part.fields).filter((name) => !left.has(name) && part.fields[name]?.derived !== true)
  const columns = sql.join(names.map((name) => sql.ref(toColumn(name))))
  await sql`
    INSERT INTO ${sql.table(part.table)} (project_id, created_by, updated_by, ${columns})
    SELECT ${to}, ${userId}, ${userId}, ${columns} FROM ${sql.table(part.table)} WHERE project_id = ${from} ORDER BY sort, id
  `.execute(db)
}

/** The fields by which rows of a project refer to others of it. */
function inner({ fields }: Resource): string[] {
  return Object.keys(fields).filter((name) => parts.some((part) => part.name === fields[name]?.refersTo))
}

async function referWithin(db: Transaction, part: Resource, name: string, { from, to }: Copy): Promise<void> {
  const target = parts.find((one) => one.name === part.fields[name]?.refersTo)
  if (target === undefined) return
  const [table, others, column] = [sql.table(part.table), sql.table(target.table), sql.ref(toColumn(name))]
  await sql`
    UPDATE ${table} mine SET ${column} = copied.id
    FROM ${table} old JOIN ${others} meant ON meant.id = old.${column}
      JOIN ${others} copied ON copied.project_id = ${to} AND copied.line_id = meant.line_id
    WHERE old.project_id = ${from} AND mine.project_id = ${to} AND mine.line_id = old.line_id
  `.execute(db)
}

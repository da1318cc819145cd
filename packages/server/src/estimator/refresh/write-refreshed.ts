import { type KeptRate, projectItems, projectOptionalExtras, projects, type Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type ResourceRow, selectList, toRow } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'
import { notStored } from '../pricing/read-priced-project.ts'
import type { RefreshedLine } from './refreshed-lines.ts'

/** Writes new prices and costs, a statement for each kind, each line with its audit entry. */
export async function writeRefreshed(
  db: Transaction,
  principal: Principal,
  lines: readonly RefreshedLine[],
): Promise<void> {
  const of = (kind: RefreshedLine['kind']) => lines.filter((line) => line.kind === kind)
  await writeLines(db, principal, projectItems, of('items'))
  await writeLines(db, principal, projectOptionalExtras, of('extras'))
}

async function writeLines(
  db: Transaction,
  principal: Principal,
  resource: Resource,
  lines: readonly RefreshedLine[],
): Promise<void> {
  if (lines.length === 0) return
  const given = lines.map(({ id, newPrice, newCost }) => ({ id, price: newPrice, cost: newCost }))
  const ids = given.map(({ id }) => id)
  const before = await readRows(db, resource, ids)
  await sql`
    UPDATE ${sql.table(resource.table)} line SET unit_price = given.price, unit_cost = given.cost, updated_at = now(), updated_by = ${principal.userId},
      row_version = line.row_version + 1
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, price numeric, cost numeric) WHERE line.id = given.id
  `.execute(db)
  const after = await readRows(db, resource, ids)
  const changes = ids.map((id) => ({ before: before.get(id), after: after.get(id) }))
  await writeAudit(db, principal, resource, 'update', changes)
}

/** Whole rows for the history, which is stored whole and shown without costs. */
async function readRows(db: Transaction, resource: Resource, ids: string[]): Promise<Map<string, ResourceRow>> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(resource, notStored(resource))} FROM ${sql.table(resource.table)} WHERE id = ANY(${ids}::uuid[])
  `.execute(db)
  return new Map(rows.map(toRow).map((row) => [row.id, row]))
}

/** Keeps rates with a project. */
export async function writeRates(
  db: Transaction,
  principal: Principal,
  { id, before, after }: { id: string; before: readonly KeptRate[]; after: readonly KeptRate[] },
): Promise<void> {
  const { rows } = await sql<{ rowVersion: number }>`
    UPDATE project SET rates = ${JSON.stringify(after)}::jsonb WHERE id = ${id} AND rates <> ${JSON.stringify(after)}::jsonb
    RETURNING row_version AS "rowVersion"
  `.execute(db)
  const rowVersion = rows[0]?.rowVersion
  if (rowVersion === undefined) return
  const change = { before: { id, rowVersion, rates: before }, after: { id, rowVersion, rates: after } }
  await writeAudit(db, principal, projects, 'update', [change])
}

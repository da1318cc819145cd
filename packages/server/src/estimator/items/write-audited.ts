import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import { type ResourceRow, selectList, toRow } from '../../engine/resource/columns.ts'
import { withEverythingDisclosed } from '../../engine/resource/confidential.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'

/** Rows that go to the database at a time. */
const PORTION = 500

interface GivenPrices {
  id: string
  price?: string | undefined
  cost?: string | undefined
}

/** Changes many locked items in one statement for each portion, each with its audit entry. @param sets what is set, from `given` */
export async function writeAudited(
  db: Transaction,
  items: ResourceStore,
  principal: Principal,
  given: readonly GivenPrices[],
  sets: RawBuilder<unknown>,
): Promise<void> {
  for (let from = 0; from < given.length; from += PORTION) {
    await writePortion(db, items, principal, given.slice(from, from + PORTION), sets)
  }
}

async function writePortion(
  db: Transaction,
  items: ResourceStore,
  principal: Principal,
  given: readonly GivenPrices[],
  sets: RawBuilder<unknown>,
): Promise<void> {
  const ids = given.map(({ id }) => id)
  const before = await readRows(db, items, ids)
  await sql`
    UPDATE item_master SET ${sets}, updated_at = now(), updated_by = ${principal.userId}, row_version = row_version + 1
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, price numeric, cost numeric)
    WHERE item_master.id = given.id
  `.execute(db)
  const after = await readRows(db, items, ids)
  const changes = ids.map((id) => ({ before: before.get(id), after: after.get(id) }))
  await writeAudit(db, principal, items.resource, 'update', changes)
}

/** Whole rows for the history, which is stored whole and shown without costs. */
async function readRows(
  db: Transaction,
  { resource, computed }: ResourceStore,
  ids: readonly string[],
): Promise<Map<string, ResourceRow>> {
  return await withEverythingDisclosed(db, async () => {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)} WHERE id = ANY(${ids}::uuid[])
    `.execute(db)
    return new Map(rows.map(toRow).map((row) => [row.id, row]))
  })
}

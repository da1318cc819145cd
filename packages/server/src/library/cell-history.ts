import { compatibilities, type HistoryEntry, type Page, type PageQuery } from '@packhouse/contract'
import { sql } from 'kysely'
import { readEntries } from '../engine/resource/history.ts'
import type { Transaction } from '../platform/database.ts'

/** Who changed the answer for a pair, newest first: of the cell that is there, and of those that were removed. */
export async function readCellHistory(
  db: Transaction,
  { machineId, styleId }: { machineId: string; styleId: string },
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const pair = sql`coalesce(after, before) ->> 'machineId' = ${machineId} AND coalesce(after, before) ->> 'styleId' = ${styleId}`
  // What was attached to a cell names the cell alone.
  const cells = sql`SELECT row_id FROM audit_entry WHERE resource = 'compatibility' AND ${pair}`
  return await readEntries(db, compatibilities, sql`resource = 'compatibility' AND row_id IN (${cells})`, query)
}

import { resources } from '@packhouse/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Seen, SeenRefusal } from '../../access/area.ts'
import type { Database, Db } from '../../platform/database.ts'
import { isStorable } from '../../platform/storable-text.ts'

/** A request of a customer's user or key that was answered 404. */
export interface MissingRow {
  /** What stood in its address. */
  ids: string[]
  customerId: string
  userId: string
  /** Who views as that user. */
  actorId?: string
  apiKeyId: string | undefined
  sessionId: string | undefined
  target: string
  seen: Seen
}

const idSchema = z.uuid()
const TABLES = [...new Set([...resources.map(({ table }) => table), 'machine', 'alarm'])]

/**
 * Those that asked for a row which there is and which is not theirs: a refusal, although it is answered like a missing one. It is looked up
 * behind the answer, so that the time of the answer says nothing.
 */
export async function findForeign(database: Database, missing: readonly MissingRow[]): Promise<SeenRefusal[]> {
  const refused: SeenRefusal[] = []
  for (const [customerId, ofCustomer] of Map.groupBy(missing, (one) => one.customerId)) {
    // By what cannot be stored there is no row.
    const asked = [...new Set(ofCustomer.flatMap(({ ids }) => ids))].filter(isStorable)
    const all = await whichExist(database.system, asked)
    if (all.size === 0) continue
    const own = await database.inScope({ customerId }, (db) => whichExist(db, [...all]))
    for (const { ids, userId, actorId, apiKeyId, sessionId, target, seen } of ofCustomer) {
      if (!ids.some((id) => all.has(id) && !own.has(id))) continue
      const who = { userId, ...(actorId !== undefined && { actorId }), apiKeyId, sessionId }
      refused.push({ event: { ...who, action: 'right-refused', code: 'foreign', target }, seen })
    }
  }
  return refused
}

/** Those of the ids by which a row can be seen. */
async function whichExist(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const uuids = ids.filter((id) => idSchema.safeParse(id).success)
  const parts = [
    sql`SELECT machine_id AS id FROM machine WHERE machine_id = ANY(${ids}::text[])`,
    ...TABLES.map((table) => sql`SELECT id::text FROM ${sql.table(table)} WHERE id = ANY(${uuids}::uuid[])`),
  ]
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

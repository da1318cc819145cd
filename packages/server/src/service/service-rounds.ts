import { sql } from 'kysely'
import type { Database, Db } from '../platform/database.ts'

/** Rows that are worked out in one transaction, which holds them until it ends: who saves one of them waits for no more than these. */
const PORTION = 100

/** Works one portion out. @param after ids above this one @returns the last id of the portion; undefined after the last one */
type WorkOut = (db: Db, after: string, rows: number) => Promise<string | undefined>

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Works out what is left of each service plan, and the day of each last service: machines run, days pass and sites get another time
 * zone without anybody changing a plan or a record. The triggers of the table do the work: what a change of a plan reports and what an
 * hour reports is one rule.
 */
export async function workOutServicePlans(
  { system }: Database,
  signal?: AbortSignal,
  portion: number = PORTION,
): Promise<void> {
  for (const workOut of [workOutPlans, workOutLastServices]) {
    let reached: string | undefined = FIRST_ID
    while (reached !== undefined && !signal?.aborted) reached = await workOut(system, reached, portion)
  }
}

const workOutPlans: WorkOut = async (db, after, portion) => {
  const { rows } = await sql<{ id: string }>`
    WITH next AS MATERIALIZED (
      SELECT id FROM service_plan WHERE active AND deleted_at IS NULL AND id > ${after} ORDER BY id LIMIT ${portion} FOR NO KEY UPDATE
    ), done AS (UPDATE service_plan p SET next_due = next_due FROM next WHERE p.id = next.id)
    SELECT id FROM next ORDER BY id DESC LIMIT 1
  `.execute(db)
  return rows[0]?.id
}

const workOutLastServices: WorkOut = async (db, after, portion) => {
  const { rows } = await sql<{ id: string }>`
    WITH next AS MATERIALIZED (
      SELECT DISTINCT machine_id AS id FROM service_record WHERE machine_id > ${after} ORDER BY machine_id LIMIT ${portion}
    ), served AS MATERIALIZED (SELECT id, machine_last_service(id) AS day FROM next), done AS (
      UPDATE machine m SET last_service = served.day FROM served
      WHERE m.id = served.id AND served.day IS NOT NULL AND served.day IS DISTINCT FROM m.last_service
    )
    SELECT id FROM next ORDER BY id DESC LIMIT 1
  `.execute(db)
  return rows[0]?.id
}

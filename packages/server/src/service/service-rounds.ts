import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/**
 * Works out what is left of each service plan, and the day of each last service: machines run, days pass and sites get another time
 * zone without anybody changing a plan or a record. The triggers of the table do the work: what a change of a plan reports and what an
 * hour reports is one rule.
 */
export async function workOutServicePlans(database: Database): Promise<void> {
  await sql`
    UPDATE service_plan SET next_due = next_due WHERE active AND deleted_at IS NULL
  `.execute(database.system)
  await sql`
    UPDATE machine m SET last_service = served.day
    FROM (SELECT id, machine_last_service(id) AS day FROM machine WHERE id IN (SELECT machine_id FROM service_record)) served
    WHERE m.id = served.id AND served.day IS NOT NULL AND served.day IS DISTINCT FROM m.last_service
  `.execute(database.system)
}

import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** So many of the services that fall due next are planned. */
const PLANNED = 6

/** Visits for services that fall due soon, of engineers in turn. */
export async function seedVisits(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM service_visit LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    WITH engineer AS (
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total FROM user_account
      WHERE customer_id IS NULL AND deleted_at IS NULL AND NOT disabled AND id IN (
        SELECT user_id FROM permission_source WHERE permission = 'serviceRecord.create')
    ), due AS (
      SELECT p.id, p.machine_id, p.name, p.next_due, row_number() OVER (ORDER BY p.next_due, p.id) - 1 AS place
      FROM service_plan p WHERE p.next_due >= current_date AND p.active AND p.deleted_at IS NULL
      ORDER BY p.next_due, p.id LIMIT ${PLANNED}
    ), visit AS (
      INSERT INTO service_visit (machine_id, subject, kind, engineer_id, starts_at, ends_at, status)
      SELECT due.machine_id, due.name, 'service', engineer.id, due.next_due + time '08:00' + due.place % 2 * interval '4 hours',
        due.next_due + time '11:00' + due.place % 2 * interval '4 hours', 'planned'
      FROM due JOIN engineer ON engineer.place = due.place % engineer.total RETURNING id, machine_id, subject
    )
    INSERT INTO visit_task (visit_id, machine_id, plan_id) SELECT visit.id, due.machine_id, due.id FROM visit JOIN due ON due.machine_id = visit.machine_id AND due.name = visit.subject
  `.execute(db)
}

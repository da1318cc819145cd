import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

const MACHINE = 'VFFS-2214'

/** Two shifts at one site, and orders of a machine there: one that has ended, one under way and one that is planned. */
export async function seedProduction(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM shift UNION ALL SELECT FROM production_order LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO shift (location_id, name, starts_at, ends_at, break_from, break_to, monday, tuesday, wednesday, thursday, friday, saturday, sunday)
    SELECT location_id, v.name, v.starts_at, v.ends_at, v.break_from, v.break_to, true, true, true, true, true, v.weekend, v.weekend
    FROM machine CROSS JOIN (VALUES
      ('Early shift', '06:00', '14:00', '10:00', '10:30', true),
      ('Late shift', '14:00', '22:00', '18:00', '18:30', true),
      ('Night shift', '22:00', '06:00', '02:00', '02:30', false)
    ) AS v (name, starts_at, ends_at, break_from, break_to, weekend)
    WHERE machine_id = ${MACHINE} AND location_id IS NOT NULL
  `.execute(db)
  await sql`
    INSERT INTO production_order (machine_key, number, product, target, planned_from, planned_to, started_at, ended_at)
    SELECT key, v.number, v.product, v.target, at + v.planned_from, at + v.planned_to, at + v.started_at, at + v.ended_at
    FROM machine CROSS JOIN (SELECT date_trunc('hour', now()) AS at) moment CROSS JOIN (VALUES
      ('PO-4711', 'Salmon 500 g', 9000, interval '-26 hours', interval '-19 hours', interval '-26 hours', interval '-19.5 hours'),
      ('PO-4712', 'Salmon 250 g', 14000, interval '-3 hours', interval '5 hours', interval '-3 hours', NULL),
      ('PO-4713', 'Cod 1 kg', 6000, interval '6 hours', interval '14 hours', NULL, NULL)
    ) AS v (number, product, target, planned_from, planned_to, started_at, ended_at)
    WHERE machine_id = ${MACHINE}
  `.execute(db)
}

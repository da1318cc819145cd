import type { AlarmShelf } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { customer, person, time } from './alarm.queries.ts'

/** One page of what is shelved on the machines that the scope sees, the one that ends first at the top. */
export async function readShelves(
  db: Transaction,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: AlarmShelf[]; total: number }> {
  // A shelf comes from an alarm, and alarms stay: its newest one has the name, which only staff may read of a rule.
  const from = sql`
    FROM alarm_shelf s JOIN machine m ON m.key = s.machine_key AND m.deleted_at IS NULL
      CROSS JOIN LATERAL (
        SELECT id, code, severity, cleared_at FROM alarm WHERE rule_id = s.rule_id AND machine_key = s.machine_key
        ORDER BY started_at DESC, id DESC LIMIT 1) a
      LEFT JOIN customer c ON c.id = m.customer_id
      LEFT JOIN user_account u ON u.id = s.shelved_by
    WHERE s.until > now()`
  const { rows } = await sql<AlarmShelf>`
    SELECT a.id AS "alarmId", a.code, a.severity, a.cleared_at IS NULL AS "isActive", m.machine_id AS "machineID",
      m.description AS machine, ${customer} AS customer, ${time(sql`s.until`)} AS until,
      ${person(sql`s.shelved_by`, 'u')} AS by, s.reason
    ${from} ORDER BY s.until, s.rule_id, s.machine_key LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
  `.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${from}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

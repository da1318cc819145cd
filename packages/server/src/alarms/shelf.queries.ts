import type { AlarmShelf, Page, PageQuery } from '@packhouse/contract'
import { sql } from 'kysely'
import { ascending } from '../engine/paging/keyset.ts'
import { readPage } from '../engine/paging/read-page.ts'
import type { Transaction } from '../platform/database.ts'
import { customer, person, time } from './alarm.queries.ts'

/** One page of what is shelved on the machines that the scope sees, the one that ends first at the top. */
export async function readShelves(db: Transaction, query: PageQuery): Promise<Page<AlarmShelf>> {
  // A shelf comes from an alarm, and alarms stay: its newest one has the name, which only staff may read of a rule.
  const from = sql`
    alarm_shelf s JOIN machine m ON m.key = s.machine_key AND m.deleted_at IS NULL
      CROSS JOIN LATERAL (
        SELECT id, code, severity, cleared_at FROM alarm WHERE rule_id = s.rule_id AND machine_key = s.machine_key
        ORDER BY started_at DESC, id DESC LIMIT 1) a
      LEFT JOIN customer c ON c.id = m.customer_id
      LEFT JOIN user_account u ON u.id = s.shelved_by`
  const where = sql`s.until > now()`
  const select = sql`
    a.id AS "alarmId", a.code, a.severity, a.cleared_at IS NULL AS "isActive", m.machine_id AS "machineID",
      m.description AS machine, ${customer} AS customer, ${time(sql`s.until`)} AS until,
      ${person(sql`s.shelved_by`, 'u')} AS by, s.reason`
  const keys = ['s.until', 's.rule_id', 's.machine_key'].map((column) => ascending(sql.ref(column)))
  const { rows, next } = await readPage<AlarmShelf>(db, { select, from, where, keys }, query)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from} WHERE ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0, page: query.page, pageSize: query.pageSize, next }
}

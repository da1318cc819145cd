import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * The first day that counts for promises of machines, UTC: that on which the site test was first accepted, since trials before it prove nothing, and that of
 * the present customer, since the one before ran the machine otherwise. Machines of which neither is known are absent.
 */
export async function readCountedFrom(db: Db, keys: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ key: number; day: string }>`
    SELECT m.key, greatest(min(a.tested_on), ((o.since AT TIME ZONE 'UTC')::date))::text AS day
    FROM machine m LEFT JOIN machine_owner_change o ON o.machine_id = m.id
      LEFT JOIN acceptance_test a ON a.machine_id = m.id AND a.kind = 'site' AND a.accepted AND a.deleted_at IS NULL
    WHERE m.key = ANY (${keys}::int[]) GROUP BY m.key, o.since
    HAVING min(a.tested_on) IS NOT NULL OR o.since IS NOT NULL
  `.execute(db)
  return new Map(rows.map(({ key, day }) => [key, day]))
}

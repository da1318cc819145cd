import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * The first day that counts for promises of machines, UTC: that on which the site test was first accepted, since trials before it prove nothing, and the
 * first that is wholly of the present customer, where another one had the machine before and ran it otherwise. Machines of which neither is known are absent.
 */
export async function readCountedFrom(db: Db, keys: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ key: number; day: string }>`
    SELECT m.key, greatest(min(a.tested_on), ((o.since AT TIME ZONE 'UTC') + interval '1 day' - interval '1 microsecond')::date)::text AS day
    FROM machine m LEFT JOIN machine_ownership o ON o.machine_key = m.key AND o.until IS NULL
        AND EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = m.key)
      LEFT JOIN acceptance_test a ON a.machine_id = m.id AND a.kind = 'site' AND a.accepted AND a.deleted_at IS NULL
    WHERE m.key = ANY (${keys}::int[]) GROUP BY m.key, o.since
    HAVING min(a.tested_on) IS NOT NULL OR o.since IS NOT NULL
  `.execute(db)
  return new Map(rows.map(({ key, day }) => [key, day]))
}

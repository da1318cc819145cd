import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** How much of the targets of a machine's orders lies in a stretch: of each as much as of its time. Null where no order does. */
export async function readTarget(
  db: Transaction,
  machineKey: number,
  { from, to }: { from: number; to: number },
): Promise<number | null> {
  const { rows } = await sql<{ target: number | null }>`
    SELECT round(sum(target * extract(epoch FROM upper(part) - lower(part)) / extract(epoch FROM upper(whole) - lower(whole))))::float8 AS target
    FROM (
      SELECT target, whole, whole * tstzrange(${new Date(from)}, ${new Date(to)}) AS part
      FROM production_order, LATERAL (SELECT CASE WHEN ended_at IS NULL THEN tstzrange(planned_from, planned_to) ELSE tstzrange(started_at, ended_at) END AS whole) times
      WHERE machine_key = ${machineKey}
    ) parts WHERE NOT isempty(part)
  `.execute(db)
  return rows[0]?.target ?? null
}

import { sql } from 'kysely'
import type { StoredReadingNames } from '../history/index.ts'
import { type Counts, NEWEST_REJECTS, readCounts } from '../monitoring/area.ts'
import type { Transaction } from '../platform/database.ts'
import { decidedByNewest, REJECTS_SPEAK_MS } from '../telemetry/index.ts'
import type { Span } from './stops.ts'

/**
 * Whether a machine says how many rejects it makes in a window: quality is not measured otherwise. The answer is the same while the window goes on and later.
 * @param counted what records of the window amount to
 */
export async function readReportsRejects(
  db: Transaction,
  names: StoredReadingNames,
  machineKey: number,
  window: Span,
  counted: Pick<Counts, 'rejectsCount'> | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ at: number | null }>`
    SELECT ${NEWEST_REJECTS} AS at FROM latest WHERE machine_key = ${machineKey}
  `.execute(db)
  const decided = decidedByNewest(rows[0]?.at ?? null, window)
  if (decided !== undefined) return decided
  if (counted !== undefined && counted.rejectsCount > 0) return true
  const before = await readCounts(db, names, [machineKey], { from: window.from - REJECTS_SPEAK_MS, to: window.from })
  return (before.get(machineKey)?.rejectsCount ?? 0) > 0
}

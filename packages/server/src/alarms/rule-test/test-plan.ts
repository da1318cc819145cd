import type { Queryable } from '../../history/index.ts'
import { HOUR_MS, iso } from '../../telemetry/index.ts'

/** From when each machine is tested, Unix ms, and how many records that are about. */
export interface TestPart {
  from: number
  records: number
}

/**
 * Shares the records that a test may judge out among its machines: who sends little is tested over the whole time, of the others the newest hours are.
 * The hours know how many records they have, so that none is read for this.
 * @param span Unix ms; @param most records in all
 * @returns by machine key
 */
export async function planTest(
  db: Queryable,
  machineKeys: readonly number[],
  { from, to }: { from: number; to: number },
  most: number,
): Promise<Map<number, TestPart>> {
  const span = [machineKeys, iso(from), iso(to)]
  const { rows } = await db.query<{ key: number; records: number }>(
    `SELECT machine_key AS key, sum(records)::int AS records FROM hour_rollup
     WHERE machine_key = ANY ($1::int[]) AND at >= $2 AND at < $3 GROUP BY machine_key`,
    span,
  )
  const counts = new Map(rows.map(({ key, records }) => [key, records]))
  const part = partOf(
    machineKeys.map((key) => counts.get(key) ?? 0),
    most,
  )
  const plan = new Map(machineKeys.map((key) => [key, { from, records: counts.get(key) ?? 0 }]))
  const large = machineKeys.filter((key) => (counts.get(key) ?? 0) > part)
  if (large.length === 0) return plan
  const { rows: newest } = await db.query<{ key: number; since: Date; records: number }>(
    `SELECT key, min(at) AS since, max(until)::int AS records FROM (
       SELECT machine_key AS key, at, sum(records) OVER (PARTITION BY machine_key ORDER BY at DESC) AS until FROM hour_rollup
       WHERE machine_key = ANY ($1::int[]) AND at >= $2 AND at < $3) hour
     WHERE until <= $4 GROUP BY key`,
    [large, iso(from), iso(to), part],
  )
  // Who sends more than its part within an hour is tested over the last one until a limit is reached.
  for (const key of large) plan.set(key, { from: to - HOUR_MS, records: part })
  for (const { key, since, records } of newest) plan.set(key, { from: Math.max(from, since.getTime()), records })
  return plan
}

/** How many records of one machine are judged at most, so that all together are at most so many: who needs less leaves the rest to the others. */
export function partOf(counts: readonly number[], most: number): number {
  let left = most
  const ascending = counts.toSorted((one, other) => one - other)
  for (const [place, count] of ascending.entries()) {
    const part = Math.floor(left / (ascending.length - place))
    if (count > part) return part
    left -= count
  }
  return Number.POSITIVE_INFINITY
}

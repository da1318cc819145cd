import { blockMeets } from './block-spans.ts'
import type { Queryable } from './queryable.ts'

interface Extent {
  first: Date | null
  last: Date | null
}

/**
 * Between which times of a stretch a machine may have records, so that years without any are not looked through.
 * @param span Unix ms, the end exclusive
 * @returns the same; undefined if missing
 */
export async function extentOfRecords(
  db: Queryable,
  machineKey: number,
  [from, to]: readonly [from: number, to: number],
): Promise<readonly [from: number, to: number] | undefined> {
  const span = [machineKey, new Date(from), new Date(to)]
  const blocks = await db.query<Extent>(
    `SELECT min(from_at) AS first, max(to_at) AS last FROM record_block b
     WHERE machine_key = $1 AND ${blockMeets('$2', '$3')}`,
    span,
  )
  const rows = await db.query<Extent>(
    `SELECT min(at) AS first, max(at) + interval '1 ms' AS last FROM record
     WHERE machine_key = $1 AND at >= $2 AND at < $3`,
    span,
  )
  const found = [...blocks.rows, ...rows.rows].filter(({ first }) => first !== null)
  if (found.length === 0) return undefined
  return [
    Math.max(from, Math.min(...found.map(({ first }) => first?.getTime() ?? from))),
    Math.min(to, Math.max(...found.map(({ last }) => last?.getTime() ?? to))),
  ]
}

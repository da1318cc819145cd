import { sql } from 'kysely'
import type { StoredReadingNames } from '../../history/index.ts'
import type { Transaction } from '../../platform/database.ts'
import { HOUR_MS, startOf } from '../../telemetry/index.ts'
import {
  addCounts,
  COUNT_COLUMNS,
  type Counts,
  cutMinutesOf,
  NO_COUNTS,
  readCutMinute,
  type Stretch,
  SUMS,
  type Sums,
  toCounts,
  wholeMinutesOf,
} from './counts.queries.ts'

/**
 * What the records of a machine amount to in each of some stretches that follow each other, exactly: whole hours from their
 * sums, hours that a boundary cuts from minutes, and the cut minutes at both ends from records. They add up to `readCounts`.
 * @param db a snapshot; @param starts in order, whole minutes but the first; Unix ms; @param to the end of the last
 * @returns one for each start; undefined where nothing was heard
 */
export async function readBuckets(
  db: Transaction,
  names: StoredReadingNames,
  key: number,
  starts: readonly number[],
  to: number,
): Promise<(Counts | undefined)[]> {
  const from = starts[0] ?? to
  const found: (Counts | undefined)[] = starts.map(() => undefined)
  const add = (place: number, more: Counts) => {
    found[place] = addCounts(found[place] ?? NO_COUNTS, more)
  }
  const whole = wholeMinutesOf({ from, to })
  const cutHours = new Set([...starts, to].filter((at) => at % HOUR_MS !== 0).map((at) => startOf(at, HOUR_MS)))
  for (const row of await readHours(db, key, starts, whole, [...cutHours])) add(row.place, toCounts(row))
  // One after the other: each looks into one day of the minutes, a join would look into all.
  for (const hour of cutHours) {
    const span = { from: Math.max(hour, whole.from), to: Math.min(hour + HOUR_MS, whole.to) }
    for (const row of await readMinutes(db, key, starts, span)) add(row.place, toCounts(row))
  }
  for (const cut of cutMinutesOf({ from, to })) {
    const part = (await readCutMinute(db, names, [key], cut)).get(key)
    if (part !== undefined && part.records > 0) add(cut.from === from ? 0 : starts.length - 1, part)
  }
  return found
}

type PlacedSums = Sums & { place: number }

const placeAmong = (starts: readonly number[]) => sql`width_bucket(at, ${starts.map(iso)}::timestamptz[]) - 1`

async function readHours(
  db: Transaction,
  key: number,
  starts: readonly number[],
  { from, to }: Stretch,
  but: readonly number[],
): Promise<PlacedSums[]> {
  const { rows } = await sql<PlacedSums>`
    SELECT ${placeAmong(starts)} AS place, 0 AS machine_key, ${SUMS} FROM (
      SELECT at, ${COUNT_COLUMNS} FROM hour_rollup
      WHERE machine_key = ${key} AND at >= ${new Date(from)} AND at < ${new Date(to)} AND records > 0
        AND at <> ALL (${but.map(iso)}::timestamptz[])
    ) counted GROUP BY 1
  `.execute(db)
  return rows
}

async function readMinutes(
  db: Transaction,
  key: number,
  starts: readonly number[],
  { from, to }: Stretch,
): Promise<PlacedSums[]> {
  const { rows } = await sql<PlacedSums>`
    SELECT ${placeAmong(starts)} AS place, 0 AS machine_key, ${SUMS} FROM (
      SELECT at, ${COUNT_COLUMNS} FROM minute_rollup
      WHERE machine_key = ${key} AND at >= ${new Date(from)} AND at < ${new Date(to)} AND records > 0
    ) counted GROUP BY 1
  `.execute(db)
  return rows
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

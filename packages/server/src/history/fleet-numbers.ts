import { type RawBuilder, sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { iso } from '../telemetry/index.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { readNumberColumn } from './blocks/block.ts'
import type { Place } from './held-values.ts'
import { meanOf } from './mean.ts'
import { intervalFor, placeOf, type SeriesNames } from './numbers.ts'
import { Series, type Sums } from './series.ts'

/** Machines that are read at once: between two portions the process does other work, and no more blocks than theirs are in memory. */
const PORTION = 50

interface FleetNumbersRequest {
  machineKeys: readonly number[]
  /** A field of records, or the name of a reading. */
  tag: string
  /** Unix ms; `to` is exclusive. */
  from: number
  to: number
  /** Records behind it do not count yet, Unix ms. */
  now: number
  /** How many points of each machine at most. */
  points: number
}

/** The points of one machine, each by its place; null where nothing was read. */
interface MachineNumbers {
  values: (number | null)[]
  min: (number | null)[]
  max: (number | null)[]
}

/** Reads one tag of many machines, from rows and sealed blocks alike. @returns in the order of the keys */
export async function readFleetNumbers(
  database: Pick<Database, 'readHistory'>,
  scope: CustomerScope,
  names: SeriesNames,
  request: FleetNumbersRequest,
): Promise<{ intervalMs: number; machines: MachineNumbers[] }> {
  const { machineKeys, tag, from, to, points } = request
  const place = await placeOf(names, tag)
  const intervalMs = intervalFor(to - from, points)
  const machines: MachineNumbers[] = []
  for (let start = 0; start < machineKeys.length; start += PORTION) {
    const keys = machineKeys.slice(start, start + PORTION)
    const rows = await database.readHistory(scope, selectPortion(place, keys, intervalMs, request))
    const byMachine = Map.groupBy(rows, ({ key }) => key)
    for (const key of keys) machines.push(numbersOf(byMachine.get(key) ?? [], place, intervalMs, request))
  }
  return { intervalMs, machines }
}

/** What the rows of a bucket amount to, or a block. */
interface PortionRow {
  key: number
  bucket: number | null
  sum: number | null
  count: number | null
  least: number | null
  greatest: number | null
  data: Buffer | null
}

/** One statement, so that what is sealed in the meantime is in exactly one of them. Rows are added up where they are: there may be thousands of each machine. */
function selectPortion(
  { cell, id }: Place,
  keys: readonly number[],
  intervalMs: number,
  { from, to, now }: FleetNumbersRequest,
): RawBuilder<PortionRow> {
  const blocks = id === undefined ? sql`false` : sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))
  const [start, bucketMs] = [sql`${new Date(from)}::timestamptz`, sql`${intervalMs}::int`]
  return sql<PortionRow>`
    SELECT key, (extract(epoch FROM bin - ${start}) * 1000 / ${bucketMs})::int AS bucket,
      sum(value) AS sum, count(*)::int AS count, min(value) AS least, max(value) AS greatest, NULL::bytea AS data
    FROM (
      SELECT machine_key AS key, date_bin(${bucketMs} * interval '1 millisecond', at, ${start}) AS bin,
        CASE jsonb_typeof(cell) WHEN 'number' THEN cell::float8 WHEN 'boolean' THEN cell::boolean::int END AS value
      FROM (
        SELECT machine_key, at, ${cell} AS cell FROM record
        WHERE machine_key = ANY (${[...keys]}::int[]) AND at >= ${start} AND at < ${new Date(Math.min(to, now))}
        -- The cell is taken out of the record once, and not at each place that uses it.
        OFFSET 0
      ) r
    ) v
    WHERE value IS NOT NULL GROUP BY key, bin
    UNION ALL
    SELECT machine_key, NULL, NULL, NULL, NULL, NULL, ${sql.raw(blockWith(id === undefined ? [] : [id]))} FROM record_block b
      WHERE machine_key = ANY (${[...keys]}::int[]) AND ${blocks}
  `
}

function numbersOf(
  rows: readonly PortionRow[],
  { id }: Place,
  intervalMs: number,
  { from, to, now }: FleetNumbersRequest,
): MachineNumbers {
  const series = new Series(from, to, now)
  for (const { data } of rows) {
    const column = data === null || id === undefined ? undefined : readNumberColumn(data, id)
    if (column !== undefined) series.add(column)
  }
  const found = series.sums(intervalMs)
  for (const row of rows) addRow(found, row)
  const { sums, counts, least, greatest } = found
  const each = (read: (place: number) => number | undefined) =>
    Array.from(counts, (count, place) => (count === 0 ? null : (read(place) ?? null)))
  return {
    values: each((place) => meanOf(sums[place] ?? 0, counts[place] ?? 1)),
    min: each((place) => least[place]),
    max: each((place) => greatest[place]),
  }
}

function addRow(into: Sums, { bucket, sum, count, least, greatest }: PortionRow): void {
  if (bucket === null || sum === null || count === null || least === null || greatest === null) return
  into.sums[bucket] = (into.sums[bucket] ?? 0) + sum
  into.counts[bucket] = (into.counts[bucket] ?? 0) + count
  into.least[bucket] = Math.min(into.least[bucket] ?? least, least)
  into.greatest[bucket] = Math.max(into.greatest[bucket] ?? greatest, greatest)
}

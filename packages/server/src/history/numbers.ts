import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { blockMeets } from './block-spans.ts'
import { fieldColumn, readNumberColumn } from './blocks/block.ts'
import type { Cell } from './blocks/column.ts'
import { type Point, Series } from './series.ts'

/** Where the number that represents a reading's name in sealed blocks is looked up. */
export interface SeriesNames {
  find: (name: string) => Promise<number | undefined>
}

export interface NumbersRequest {
  machineKey: number
  /** A field of records, or the name of a reading. */
  tag: string
  /** Unix ms; `to` is exclusive. */
  from: number
  to: number
  /** Records behind it do not count yet, Unix ms. */
  now: number
  /** A point every so many ms, be there records or not; or as many points as there are records, up to a maximum. */
  density: { intervalMs: number } | { maximum: number }
}

/** The numbers of a tag. */
export interface Numbers {
  /** 0: a point is one record. */
  intervalMs: number
  points: Point[]
  /** Whether any record of the stretch reports one. */
  hasNumbers: boolean
}

/** The columns of records by the names of those fields that are numbers. */
const columns: ReadonlyMap<string, string> = new Map([
  ['totalCycles', 'total_cycles'],
  ['totalRejects', 'total_rejects'],
  ['cyclesPerMin', 'cycles_per_min'],
  ['temperature', 'temperature'],
  ['humidity', 'humidity'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
])

/** Whether a tag is a field of records that is a number, and not the name of a reading. */
export function isNumberField(tag: string): boolean {
  return columns.has(tag)
}

/**
 * Reads the numbers of a tag, from rows and sealed blocks alike. Where there are more than wanted, each point is the
 * mean of its records with the least and the greatest, so that no peak is lost.
 */
export async function readNumbers(db: Transaction, names: SeriesNames, request: NumbersRequest): Promise<Numbers> {
  const { from, to, density } = request
  const series = await readSeries(db, names, request)
  const hasNumbers = series.hasNumbers
  if ('maximum' in density && series.length <= density.maximum)
    return { intervalMs: 0, points: series.points(), hasNumbers }
  const intervalMs = 'maximum' in density ? Math.ceil((to - from) / density.maximum / 1000) * 1000 : density.intervalMs
  return { intervalMs, points: series.buckets(intervalMs), hasNumbers }
}

async function readSeries(
  db: Transaction,
  names: SeriesNames,
  { machineKey, tag, from, to, now }: NumbersRequest,
): Promise<Series> {
  const column = columns.get(tag)
  const id = column === undefined ? await names.find(tag) : fieldColumn(tag)
  const cell = column === undefined ? sql<Cell>`machine_data -> ${tag}` : sql<Cell>`to_jsonb(${sql.ref(column)})`
  const blocks = id === undefined ? sql`false` : sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))
  // One statement, so that both are of one moment: what is sealed in the meantime is in exactly one of them.
  const { rows } = await sql<{ at: Date; value: Cell; data: Buffer | null }>`
    SELECT at, ${cell} AS value, NULL::bytea AS data FROM record
      WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(Math.min(to, now))}
        AND ${cell} IS NOT NULL
    UNION ALL
    SELECT from_at, NULL, data FROM record_block b
      WHERE machine_key = ${machineKey} AND ${blocks}
  `.execute(db)
  const series = new Series(from, to, now)
  const numeric = rows.filter(({ value }) => typeof value === 'number' || typeof value === 'boolean')
  series.add({
    times: Float64Array.from(numeric, ({ at }) => at.getTime()),
    values: Float64Array.from(numeric, ({ value }) => Number(value)),
  })
  for (const { data } of rows) {
    const column = data === null || id === undefined ? undefined : readNumberColumn(data, id)
    if (column !== undefined) series.add(column)
  }
  return series
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { blockMeets, type Cell, fieldColumn, readNumberColumn } from '../telemetry/index.ts'
import { type Point, Series } from './series.ts'

/** Where the number that stands for a reading's name in sealed blocks is looked up. */
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
  /** How many points at most. */
  maximum: number
  /** Whether points are wanted at every step, be there fewer records or not. */
  whole: boolean
}

/** The columns of records by the names of their fields. */
const columns: Record<string, string> = {
  totalCycles: 'total_cycles',
  totalRejects: 'total_rejects',
  cyclesPerMin: 'cycles_per_min',
  temperature: 'temperature',
  humidity: 'humidity',
  latitude: 'latitude',
  longitude: 'longitude',
}

/**
 * Reads the numbers of a tag, from rows and sealed blocks alike. Where there are more than wanted, each point is the
 * mean of its records with the least and the greatest, so that no peak is lost.
 */
export async function readNumbers(
  db: Transaction<Tables>,
  names: SeriesNames,
  request: NumbersRequest,
): Promise<{ intervalMs: number; points: Point[] }> {
  const { from, to, maximum, whole } = request
  const series = await readSeries(db, names, request)
  if (!whole && series.length <= maximum) return { intervalMs: 0, points: series.points() }
  const intervalMs = Math.ceil((to - from) / maximum / 1000) * 1000
  return { intervalMs, points: series.buckets(intervalMs) }
}

async function readSeries(
  db: Transaction<Tables>,
  names: SeriesNames,
  { machineKey, tag, from, to }: NumbersRequest,
): Promise<Series> {
  const id = fieldColumn(tag) ?? (await names.find(tag))
  // One statement, so that both are of one moment: what is sealed meanwhile is in exactly one of them.
  const { rows } = await sql<{ at: Date; value: Cell; data: Buffer | null }>`
    SELECT at, ${cellOf(tag)} AS value, NULL::bytea AS data FROM record
      WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(to)}
    UNION ALL
    SELECT from_at, NULL, data FROM record_block b
      WHERE machine_key = ${machineKey} AND ${sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))}
  `.execute(db)
  const series = new Series(from, to)
  const told = rows.filter(({ value }) => typeof value === 'number' || typeof value === 'boolean')
  series.add({
    times: Float64Array.from(told, ({ at }) => at.getTime()),
    values: Float64Array.from(told, ({ value }) => Number(value)),
  })
  for (const { data } of rows) {
    const column = data === null || id === undefined ? undefined : readNumberColumn(data, id)
    if (column !== undefined) series.add(column)
  }
  return series
}

function cellOf(tag: string): RawBuilder<Cell> {
  const column = columns[tag]
  return column === undefined ? sql<Cell>`machine_data -> ${tag}` : sql<Cell>`to_jsonb(${sql.ref(column)})`
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

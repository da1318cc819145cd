import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { blockMeets, type Cell, fieldColumn, readNumberColumn } from '../telemetry/index.ts'

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

interface Point {
  time: string
  value: number | null
  min?: number
  max?: number
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
  if (!whole && series.length <= maximum) {
    return { intervalMs: 0, points: series.inOrder().map(([at, value]) => ({ time: iso(at), value })) }
  }
  const intervalMs = Math.ceil((to - from) / maximum / 1000) * 1000
  return { intervalMs, points: inBuckets(series, { from, to, intervalMs }) }
}

/** Readings of a stretch, as numbers side by side: an object for each would cost more than reading it. */
class Series {
  readonly #from: number
  readonly #to: number
  #times = new Float64Array(1024)
  /** Not a number where a record told that there is no value. */
  #values = new Float64Array(1024)
  length = 0

  constructor(from: number, to: number) {
    this.#from = from
    this.#to = to
  }

  add(at: number, value: number): void {
    if (at < this.#from || at >= this.#to) return
    if (this.length === this.#times.length) this.#grow()
    this.#times[this.length] = at
    this.#values[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#times[index] ?? 0
  }

  value(index: number): number {
    return this.#values[index] ?? Number.NaN
  }

  inOrder(): [at: number, value: number | null][] {
    const pairs = Array.from({ length: this.length }, (_, index): [number, number | null] => {
      const value = this.value(index)
      return [this.at(index), Number.isNaN(value) ? null : value]
    })
    return pairs.sort(([a], [b]) => a - b)
  }

  #grow(): void {
    const [times, values] = [new Float64Array(2 * this.length), new Float64Array(2 * this.length)]
    times.set(this.#times)
    values.set(this.#values)
    this.#times = times
    this.#values = values
  }
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
  for (const { at, value, data } of rows) {
    if (data !== null) addBlock(series, data, id)
    else if (typeof value === 'number' || typeof value === 'boolean') series.add(at.getTime(), Number(value))
  }
  return series
}

function addBlock(series: Series, data: Buffer, id: number | undefined): void {
  const column = id === undefined ? undefined : readNumberColumn(data, id)
  if (column === undefined) return
  const { times, values, told } = column
  for (let index = 0; index < times.length; index++) {
    if (told === undefined || told(index)) series.add(times[index] ?? 0, values[index] ?? Number.NaN)
  }
}

function cellOf(tag: string): RawBuilder<Cell> {
  const column = columns[tag]
  return column === undefined ? sql<Cell>`machine_data -> ${tag}` : sql<Cell>`to_jsonb(${sql.ref(column)})`
}

function inBuckets(
  series: Series,
  { from, to, intervalMs }: { from: number; to: number; intervalMs: number },
): Point[] {
  const size = Math.ceil((to - from) / intervalMs)
  const [sums, counts] = [new Float64Array(size), new Uint32Array(size)]
  const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  const greatest = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  for (let index = 0; index < series.length; index++) {
    const value = series.value(index)
    if (Number.isNaN(value)) continue
    const bucket = Math.floor((series.at(index) - from) / intervalMs)
    sums[bucket] = (sums[bucket] ?? 0) + value
    counts[bucket] = (counts[bucket] ?? 0) + 1
    if (value < (least[bucket] ?? value)) least[bucket] = value
    if (value > (greatest[bucket] ?? value)) greatest[bucket] = value
  }
  return Array.from(counts, (count, bucket): Point => {
    const time = iso(from + bucket * intervalMs)
    if (count === 0) return { time, value: null }
    return { time, value: (sums[bucket] ?? 0) / count, min: least[bucket] ?? 0, max: greatest[bucket] ?? 0 }
  })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

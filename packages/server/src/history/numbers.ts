import { type RawBuilder, sql } from 'kysely'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { MINUTE_MS } from '../telemetry/index.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { fieldColumn, readNumberColumn } from './blocks/block.ts'
import type { Cell } from './blocks/column.ts'
import { heardSteps, heldPoints, lastBefore, type Place } from './held-values.ts'
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
  /** Whether its newest reading is a number: then a reading holds until the next one. */
  holds: boolean
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
 * mean of its records with the least and the greatest, so that no peak is lost. Where there are few, since a source reports what has
 * changed, points are added in which the last reading still held.
 */
export async function readNumbers(
  database: Pick<Database, 'inHistory' | 'readHistory'>,
  scope: CustomerScope,
  names: SeriesNames,
  request: NumbersRequest,
): Promise<Numbers> {
  const place = await placeOf(names, request.tag)
  const rows = await database.readHistory(scope, selectSeries(place, request))
  const series = seriesOf(rows, place, request)
  if (isSparse(series, request)) return await database.inHistory(scope, (db) => readSparse(db, place, request))
  const { density } = request
  if ('maximum' in density && series.length <= density.maximum) return numbersOf(0, series, series.points())
  const intervalMs = intervalOf(request)
  return numbersOf(intervalMs, series, series.buckets(intervalMs))
}

/** Whether there are so few readings that what held between them is shown too. */
function isSparse(series: Series, { from, to, now, holds }: NumbersRequest): boolean {
  return holds && series.length < (Math.min(to, now) - from) / MINUTE_MS
}

function intervalOf({ from, to, density }: NumbersRequest): number {
  return 'maximum' in density ? intervalFor(to - from, density.maximum) : density.intervalMs
}

/** The length of points, in whole seconds, of which there are to be no more than so many. @param length of the stretch, ms */
export function intervalFor(length: number, maximum: number): number {
  return Math.ceil(length / maximum / 1000) * 1000
}

/** Reads again, since what held between the readings must be of the same moment. They are few. @param db a snapshot */
async function readSparse(db: Transaction, place: Place, request: NumbersRequest): Promise<Numbers> {
  const { machineKey, from, to, now, density } = request
  const { rows } = await selectSeries(place, request).execute(db)
  const series = seriesOf(rows, place, request)
  const heard = { machineKey, from, to: Math.min(to, now) }
  const readHeld = async (steps: readonly number[], stepMs: number) => {
    if (steps.length === 0) return []
    return heldPoints(steps, stepMs, series.readings(), await lastBefore(db, request, place))
  }
  if ('maximum' in density && series.length <= density.maximum) {
    const steps = await heardSteps(db, heard, MINUTE_MS, density.maximum + 1)
    const held = steps.length > density.maximum ? undefined : await readHeld(steps, MINUTE_MS)
    if (held !== undefined && series.length + held.length <= density.maximum)
      return numbersOf(0, series, series.points(), held)
  }
  const intervalMs = intervalOf(request)
  const size = Math.ceil((to - from) / intervalMs)
  const held = await readHeld(await heardSteps(db, heard, intervalMs, size), intervalMs)
  return numbersOf(intervalMs, series, series.buckets(intervalMs), held)
}

function numbersOf(intervalMs: number, { hasNumbers }: Series, points: Point[], held: readonly Point[] = []): Numbers {
  return { intervalMs, points: withHeld(points, held), hasNumbers: hasNumbers || held.length > 0 }
}

function withHeld(points: Point[], held: readonly Point[]): Point[] {
  if (held.length === 0) return points
  const byTime = new Map([...points, ...held].map((point) => [point.time, point]))
  return [...byTime.values()].sort((a, b) => (a.time < b.time ? -1 : 1))
}

/** Where a tag is stored. */
export async function placeOf(names: SeriesNames, tag: string): Promise<Place> {
  const column = columns.get(tag)
  if (column === undefined) return { cell: sql<Cell>`machine_data -> ${tag}`, id: await names.find(tag) }
  // NaN in a row says that there was no value.
  const cell = sql<Cell>`CASE WHEN ${sql.ref(column)}::float8 = 'NaN' THEN 'null'::jsonb ELSE to_jsonb(${sql.ref(column)}) END`
  return { cell, id: fieldColumn(tag) }
}

/** A row of the table of records, or a block. */
interface SeriesRow {
  at: Date | null
  value: Cell
  data: Buffer | null
}

/**
 * One statement, so that both are of one moment: what is sealed in the meantime is in exactly one of them. In their order, which those of one millisecond
 * have by their microseconds; a date has none.
 */
function selectSeries({ cell, id }: Place, { machineKey, from, to, now }: NumbersRequest): RawBuilder<SeriesRow> {
  const blocks = id === undefined ? sql`false` : sql.raw(blockMeets(`'${iso(from)}'`, `'${iso(to)}'`))
  return sql<SeriesRow>`
    SELECT at, ${cell} AS value, NULL::bytea AS data FROM record
      WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(Math.min(to, now))}
        AND ${cell} IS NOT NULL
    UNION ALL
    SELECT NULL, NULL, ${sql.raw(blockWith(id === undefined ? [] : [id]))} FROM record_block b
      WHERE machine_key = ${machineKey} AND ${blocks}
    ORDER BY at
  `
}

function seriesOf(rows: readonly SeriesRow[], { id }: Place, { from, to, now }: NumbersRequest): Series {
  const series = new Series(from, to, now)
  const isNumeric = (value: Cell) => value === null || typeof value === 'number' || typeof value === 'boolean'
  const numeric = rows.filter(({ value, data }) => data === null && isNumeric(value))
  series.add({
    times: Float64Array.from(numeric, ({ at }) => at?.getTime() ?? from),
    values: Float64Array.from(numeric, ({ value }) => (value === null ? Number.NaN : Number(value))),
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

import {
  exactMs,
  HOUR_MS,
  iso,
  type Readings,
  readRecordState,
  startOf,
  type TelemetryRecord,
} from '../telemetry/index.ts'
import { blockWith } from './block-columns.ts'
import { blockMeets } from './block-spans.ts'
import { decodeBlock, fieldColumn, READING_COLUMNS } from './blocks/block.ts'
import type { Queryable } from './queryable.ts'
import type { StoredReadingNames } from './reading-names.ts'

export const RECORD_COLUMNS = `${exactMs('at')} AS at, received_at, total_cycles, total_rejects, cycles_per_min, machine_state, temperature, humidity,
  latitude, longitude, machine_data`

export interface RecordRow {
  at: number
  received_at: Date
  total_cycles: string | null
  total_rejects: string | null
  cycles_per_min: number | null
  machine_state: string | null
  temperature: number | null
  humidity: number | null
  latitude: number | null
  longitude: number | null
  machine_data: Readings | null
}

/**
 * The records of a machine in time order, from wherever they are stored. Blocks are asked for after the rows, so that what
 * is sealed in the meantime may be found twice but is never missed; it is reported once.
 * @param from Unix ms; @param to Unix ms, exclusive
 * @param columns the only ones that are needed; sealed records then have no others, and count as received in time
 */
export async function readRecords(
  db: Queryable,
  machineKey: number,
  [from, to]: readonly [number, number],
  names: StoredReadingNames,
  columns?: readonly number[],
): Promise<TelemetryRecord[]> {
  const span = [machineKey, iso(from), iso(to)]
  const rows = await db.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM record WHERE machine_key = $1 AND at >= $2 AND at < $3`,
    span,
  )
  const blocks = await db.query<{ data: Buffer }>(
    `SELECT ${columns === undefined ? 'data' : blockWith(columns)} AS data FROM record_block b
     WHERE machine_key = $1 AND ${blockMeets('$2', '$3')}`,
    span,
  )
  if (blocks.rows.length > 0) await names.refresh()
  const found = new Map(rows.rows.map((row) => [row.at, toRecord(machineKey, row)]))
  for (const { data } of blocks.rows) {
    for (const record of decodeBlock(machineKey, data, names.nameOf, [from, to])) found.set(record.at, record)
  }
  return [...found.values()].sort((a, b) => a.at - b.at)
}

/** The columns that hold a field of records. */
export function columnsOfField(name: string): readonly number[] {
  return [fieldColumn(name) ?? []].flat()
}

/** The columns that hold a reading. */
export async function columnsOfReading(names: StoredReadingNames, name: string): Promise<readonly number[]> {
  const id = await names.find(name)
  return id === undefined ? [] : [...READING_COLUMNS, id]
}

/**
 * An hour in which the machine may have records: the first from `at` on. Long silences are passed over with it.
 * @returns Unix ms; undefined if missing
 */
export async function firstHourFrom(db: Queryable, machineKey: number, at: number): Promise<number | undefined> {
  const { rows } = await db.query<{ hour: Date | null }>(
    `SELECT least(
       (SELECT min(at) FROM record WHERE machine_key = $1 AND at >= $2),
       (SELECT greatest(from_at, $2) FROM record_block b WHERE machine_key = $1 AND ${blockMeets('$2', "'infinity'")}
          ORDER BY from_at LIMIT 1)) AS hour`,
    [machineKey, iso(at)],
  )
  const hour = rows[0]?.hour
  return hour ? startOf(hour.getTime(), HOUR_MS) : undefined
}

export function toRecord(machineKey: number, row: RecordRow): TelemetryRecord {
  return {
    machineKey,
    at: row.at,
    receivedAt: row.received_at.getTime(),
    totalCycles: numberOf(row.total_cycles),
    totalRejects: numberOf(row.total_rejects),
    cyclesPerMin: realOf(row.cycles_per_min),
    ...readRecordState(row.machine_state),
    temperature: realOf(row.temperature),
    humidity: realOf(row.humidity),
    latitude: realOf(row.latitude),
    longitude: realOf(row.longitude),
    machineData: row.machine_data ?? undefined,
  }
}

function numberOf(value: string | null): number | undefined {
  return value === null ? undefined : Number(value)
}

/** NaN in a row: it was reported that there is no value. */
function realOf(value: number | null): number | null | undefined {
  if (value === null) return undefined
  return Number.isNaN(value) ? null : value
}

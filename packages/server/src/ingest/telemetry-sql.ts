import type pg from 'pg'
import type { RingMinute } from '../live/index.ts'
import {
  exactMs,
  iso,
  isoOrNull,
  type LatestValues,
  latestStateText,
  type Readings,
  readFieldTimes,
  readLatestState,
  rollupTables,
} from '../telemetry/index.ts'

/** The statements of the ingest. Times cross as Unix ms and are stored as timestamptz. */

/** The columns of a record, in the order in which they are written. */
export const RECORD_COLUMNS = `machine_key, at, received_at, total_cycles, total_rejects, cycles_per_min,
  machine_state, temperature, humidity, latitude, longitude, machine_data`
export const COUNTERS = `records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum,
  humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms, rejects, rejects_count`
/** The types of a roll-up's columns: the machine, the start, and the counters. */
export const ROLLUP_TYPES = [
  'int',
  'timestamptz',
  'int',
  'bigint',
  'float8',
  'int',
  'float8',
  'int',
  'float8',
  'int',
].concat(['int', 'int', 'int', 'int', 'bigint', 'int'])
/** How many columns the roll-ups of all spans have. */
export const ROLLUP_COLUMNS = rollupTables.length * ROLLUP_TYPES.length
export const COUNTER_NAMES = COUNTERS.split(',').map((name) => name.trim())

/**
 * What is stored of the times of values: a process that alone stores telemetry has them in memory. After its next start they tell what a machine has reported
 * for its present customer, so that those of machines that have changed hands are stored in any case.
 */
export type FieldTimesOf = (machineKey: number, values: LatestValues) => string | null

/** What `toLatest` reads of a row. */
export const LATEST_COLUMNS = `machine_key, ${exactMs('at')} AS at, total_cycles, ${exactMs('total_at')} AS total_at, total_rejects,
  ${exactMs('rejects_at')} AS rejects_at, ${exactMs('state_since')} AS state_since, cycles_per_min, machine_state, temperature,
  humidity, latitude, longitude, machine_data, field_times`

export interface LatestRow {
  machine_key: number
  at: number
  total_cycles: string | null
  total_at: number | null
  total_rejects: string | null
  rejects_at: number | null
  state_since: number | null
  cycles_per_min: number | null
  machine_state: string | null
  temperature: number | null
  humidity: number | null
  latitude: number | null
  longitude: number | null
  machine_data: Readings
  field_times: unknown
}

export function toLatest(row: LatestRow): LatestValues {
  return {
    ...readFieldTimes(row.field_times, row.at),
    ...readLatestState(row.machine_state),
    at: row.at,
    totalCycles: row.total_cycles === null ? null : Number(row.total_cycles),
    totalAt: row.total_at,
    totalRejects: row.total_rejects === null ? null : Number(row.total_rejects),
    rejectsAt: row.rejects_at,
    stateSince: row.state_since,
    cyclesPerMin: row.cycles_per_min,
    temperature: row.temperature,
    humidity: row.humidity,
    latitude: row.latitude,
    longitude: row.longitude,
    machineData: row.machine_data,
  }
}

/** The minutes of machines since `since` (Unix ms), for the live store's ring. */
export async function readMinutes(
  client: Pick<pg.ClientBase, 'query'>,
  since: number,
  keys: readonly number[],
): Promise<({ machineKey: number } & RingMinute)[]> {
  const { rows } = await client.query<{
    machine_key: number
    at: Date
    records: number
    cycles: string
    rejects: string
    running_ms: number
    known_ms: number
  }>(
    `SELECT machine_key, at, records, cycles, rejects, running_ms, running_ms + idle_ms + stopped_ms + faulted_ms AS known_ms
     FROM minute_rollup WHERE at >= $1 AND machine_key = ANY ($2::int[]) ORDER BY at`,
    [iso(since), keys],
  )
  return rows.map((row) => ({
    machineKey: row.machine_key,
    at: row.at.getTime(),
    records: row.records,
    cycles: Number(row.cycles),
    rejects: Number(row.rejects),
    runningMs: row.running_ms,
    knownMs: row.known_ms,
  }))
}

/**
 * Changes newest values of which late records brought newer ones.
 * @param timesOf the times of values that are stored beside them
 */
export async function writeAdvanced(
  client: pg.ClientBase,
  entries: [number, LatestValues][],
  timesOf: FieldTimesOf,
): Promise<void> {
  const column = <T>(read: (values: LatestValues) => T) => entries.map(([, values]) => read(values))
  await client.query(
    `UPDATE latest SET total_cycles = given.total_cycles, total_at = given.total_at,
       total_rejects = given.total_rejects, rejects_at = given.rejects_at,
       machine_state = given.machine_state, state_since = given.state_since, cycles_per_min = given.cycles_per_min,
       temperature = given.temperature, humidity = given.humidity, latitude = given.latitude, longitude = given.longitude,
       machine_data = given.machine_data, field_times = given.field_times
     FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::text[], $7::timestamptz[],
         $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::jsonb[], $14::jsonb[])
       AS given (machine_key, total_cycles, total_at, total_rejects, rejects_at, machine_state, state_since, cycles_per_min,
         temperature, humidity, latitude, longitude, machine_data, field_times)
     WHERE latest.machine_key = given.machine_key`,
    [
      entries.map(([key]) => key),
      column((v) => v.totalCycles),
      column((v) => isoOrNull(v.totalAt)),
      column((v) => v.totalRejects),
      column((v) => isoOrNull(v.rejectsAt)),
      column(latestStateText),
      column((v) => isoOrNull(v.stateSince)),
      column((v) => v.cyclesPerMin),
      column((v) => v.temperature),
      column((v) => v.humidity),
      column((v) => v.latitude),
      column((v) => v.longitude),
      column((v) => JSON.stringify(v.machineData)),
      entries.map(([key, values]) => timesOf(key, values)),
    ],
  )
}

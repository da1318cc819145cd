import type pg from 'pg'
import type { RingMinute } from '../live/index.ts'
import type { LatestValues, Readings } from '../telemetry/index.ts'
import { iso, isoOrNull } from '../telemetry/index.ts'

/** The statements of the ingest. Times cross as Unix ms and are stored as timestamptz. */

export const COUNTERS = `records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum,
  humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms, rejects`
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
].concat(['int', 'int', 'int', 'int', 'bigint'])
export const COUNTER_NAMES = COUNTERS.split(',').map((name) => name.trim())

/** The newest values of every machine that has published. */
export async function readLatest(client: Pick<pg.ClientBase, 'query'>): Promise<Map<number, LatestValues>> {
  const { rows } = await client.query<LatestRow>(
    `SELECT machine_key, at, total_cycles, total_at, total_rejects, rejects_at, state_since, cycles_per_min, machine_state,
       temperature, humidity, latitude, longitude, machine_data FROM latest`,
  )
  return new Map(rows.map((row) => [row.machine_key, toLatest(row)]))
}

interface LatestRow {
  machine_key: number
  at: Date
  total_cycles: string | null
  total_at: Date | null
  total_rejects: string | null
  rejects_at: Date | null
  state_since: Date | null
  cycles_per_min: number | null
  machine_state: LatestValues['machineState']
  temperature: number | null
  humidity: number | null
  latitude: number | null
  longitude: number | null
  machine_data: Readings
}

function toLatest(row: LatestRow): LatestValues {
  return {
    at: row.at.getTime(),
    totalCycles: row.total_cycles === null ? null : Number(row.total_cycles),
    totalAt: row.total_at?.getTime() ?? null,
    totalRejects: row.total_rejects === null ? null : Number(row.total_rejects),
    rejectsAt: row.rejects_at?.getTime() ?? null,
    stateSince: row.state_since?.getTime() ?? null,
    cyclesPerMin: row.cycles_per_min,
    machineState: row.machine_state,
    temperature: row.temperature,
    humidity: row.humidity,
    latitude: row.latitude,
    longitude: row.longitude,
    machineData: row.machine_data,
  }
}

/** The minutes since `since` (Unix ms), for the live store's ring. */
export async function readMinutes(
  client: Pick<pg.ClientBase, 'query'>,
  since: number,
): Promise<({ machineKey: number } & RingMinute)[]> {
  const { rows } = await client.query<{
    machine_key: number
    at: Date
    records: number
    cycles: string
    running_ms: number
  }>('SELECT machine_key, at, records, cycles, running_ms FROM minute_rollup WHERE at >= $1 ORDER BY at', [iso(since)])
  return rows.map((row) => ({
    machineKey: row.machine_key,
    at: row.at.getTime(),
    records: row.records,
    cycles: Number(row.cycles),
    runningMs: row.running_ms,
  }))
}

/** Changes what newest values go on from: counters, and the state with its start. */
export async function writeAdvanced(client: pg.ClientBase, entries: [number, LatestValues][]): Promise<void> {
  const column = <T>(read: (values: LatestValues) => T) => entries.map(([, values]) => read(values))
  await client.query(
    `UPDATE latest SET total_cycles = given.total_cycles, total_at = given.total_at,
       total_rejects = given.total_rejects, rejects_at = given.rejects_at,
       machine_state = given.machine_state, state_since = given.state_since
     FROM unnest($1::int[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::timestamptz[], $6::text[], $7::timestamptz[])
       AS given (machine_key, total_cycles, total_at, total_rejects, rejects_at, machine_state, state_since)
     WHERE latest.machine_key = given.machine_key`,
    [
      entries.map(([key]) => key),
      column((v) => v.totalCycles),
      column((v) => isoOrNull(v.totalAt)),
      column((v) => v.totalRejects),
      column((v) => isoOrNull(v.rejectsAt)),
      column((v) => v.machineState),
      column((v) => isoOrNull(v.stateSince)),
    ],
  )
}

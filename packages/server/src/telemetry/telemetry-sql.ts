import type pg from 'pg'
import { COUNTER_GAP_LIMIT_MS, type LatestValues, type Readings, type TelemetryRecord } from './record.ts'

/** The statements of the ingest. Times cross as Unix ms and are stored as timestamptz. */

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Stores records that may be there already. @returns those that were new, as [machineKey, at]
 */
export async function insertIfNew(client: pg.ClientBase, records: TelemetryRecord[]): Promise<[number, number][]> {
  const column = <T>(read: (record: TelemetryRecord) => T) => records.map(read)
  const { rows } = await client.query<{ machine_key: number; at: string }>(
    `INSERT INTO record (machine_key, at, received_at, total_cycles, cycles_per_min, machine_state, temperature,
       humidity, latitude, longitude, machine_data)
     SELECT machine_key, at, received_at, total_cycles, cycles_per_min, machine_state, temperature, humidity, latitude,
       longitude, machine_data::jsonb
     FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::float8[], $6::text[], $7::float8[],
       $8::float8[], $9::float8[], $10::float8[], $11::text[])
       AS given (machine_key, at, received_at, total_cycles, cycles_per_min, machine_state, temperature, humidity,
         latitude, longitude, machine_data)
     ON CONFLICT ON CONSTRAINT record_once DO NOTHING
     RETURNING machine_key, (extract(epoch FROM at) * 1000)::bigint AS at`,
    [
      column((r) => r.machineKey),
      column((r) => iso(r.at)),
      column((r) => iso(r.receivedAt)),
      column((r) => r.totalCycles ?? null),
      column((r) => r.cyclesPerMin ?? null),
      column((r) => r.machineState ?? null),
      column((r) => r.temperature ?? null),
      column((r) => r.humidity ?? null),
      column((r) => r.latitude ?? null),
      column((r) => r.longitude ?? null),
      column((r) => (r.machineData === undefined ? null : JSON.stringify(r.machineData))),
    ],
  )
  return rows.map((row) => [row.machine_key, Number(row.at)])
}

export const COUNTERS = `records, cycles, speed_sum, speed_count, temperature_sum, temperature_count, humidity_sum,
  humidity_count, running, idle, stopped, faulted`
export const COUNTER_NAMES = COUNTERS.split(',').map((name) => name.trim())

export type RollupTableName = 'minute_rollup' | 'hour_rollup'

/**
 * Counts minutes again from the records, and the hours they lie in from their minutes: after a late record the step of
 * the counter before it and after it is another one. The rule for a step is that of `cyclesBetween`.
 * @param minutes as [machineKey, start of the minute]
 * @returns the minutes with their cycles
 */
export async function recountMinutes(
  client: pg.ClientBase,
  minutes: [number, number][],
): Promise<{ machineKey: number; at: number; cycles: number }[]> {
  const keys = minutes.map(([key]) => key)
  const starts = minutes.map(([, at]) => iso(at))
  const { rows } = await client.query<{ machine_key: number; at: string; cycles: string }>(
    `INSERT INTO minute_rollup (machine_key, at, ${COUNTERS})
     SELECT m.machine_key, m.at, count(*), coalesce(sum(step.cycles), 0),
       coalesce(sum(r.cycles_per_min), 0), count(r.cycles_per_min), coalesce(sum(r.temperature), 0), count(r.temperature),
       coalesce(sum(r.humidity), 0), count(r.humidity),
       count(*) FILTER (WHERE r.machine_state = 'Running'), count(*) FILTER (WHERE r.machine_state = 'Idle'),
       count(*) FILTER (WHERE r.machine_state = 'Stopped'), count(*) FILTER (WHERE r.machine_state = 'Faulted')
     FROM unnest($1::int[], $2::timestamptz[]) AS m (machine_key, at)
       JOIN record r ON r.machine_key = m.machine_key AND r.at >= m.at AND r.at < m.at + interval '1 minute'
       LEFT JOIN LATERAL (
         SELECT CASE WHEN r.total_cycles >= p.total_cycles THEN r.total_cycles - p.total_cycles ELSE r.total_cycles END
           AS cycles
         FROM record p
         WHERE p.machine_key = r.machine_key AND p.at < r.at AND p.at >= r.at - make_interval(secs => $3)
           AND p.total_cycles IS NOT NULL
         ORDER BY p.at DESC LIMIT 1
       ) step ON r.total_cycles IS NOT NULL
     GROUP BY m.machine_key, m.at
     ON CONFLICT (machine_key, at) DO UPDATE SET
       ${COUNTER_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}
     RETURNING machine_key, (extract(epoch FROM at) * 1000)::bigint AS at, cycles`,
    [keys, starts, COUNTER_GAP_LIMIT_MS / 1000],
  )
  await client.query(
    `INSERT INTO hour_rollup (machine_key, at, ${COUNTERS})
     SELECT m.machine_key, date_trunc('hour', m.at), ${COUNTER_NAMES.map((name) => `sum(m.${name})`).join(', ')}
     FROM minute_rollup m
       JOIN (SELECT DISTINCT key, date_trunc('hour', start) AS hour FROM unnest($1::int[], $2::timestamptz[]) AS t (key, start)) h
         ON m.machine_key = h.key AND m.at >= h.hour AND m.at < h.hour + interval '1 hour'
     GROUP BY 1, 2
     ON CONFLICT (machine_key, at) DO UPDATE SET
       ${COUNTER_NAMES.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [keys, starts],
  )
  return rows.map((row) => ({ machineKey: row.machine_key, at: Number(row.at), cycles: Number(row.cycles) }))
}

/** Stores newer readings of counters alone, of machines whose newest values are there already. */
export async function writeCounters(client: pg.ClientBase, entries: [number, LatestValues][]): Promise<void> {
  await client.query(
    `UPDATE latest SET total_cycles = given.total_cycles, total_at = given.total_at
     FROM unnest($1::int[], $2::bigint[], $3::timestamptz[]) AS given (machine_key, total_cycles, total_at)
     WHERE latest.machine_key = given.machine_key`,
    [
      entries.map(([key]) => key),
      entries.map(([, values]) => values.totalCycles),
      entries.map(([, values]) => (values.totalAt === null ? null : iso(values.totalAt))),
    ],
  )
}

/** The minutes of the next counter reading after each of the given records: its step changes with them. */
export async function minutesAfter(client: pg.ClientBase, records: [number, number][]): Promise<[number, number][]> {
  const { rows } = await client.query<{ machine_key: number; minute: string }>(
    `SELECT DISTINCT g.machine_key, (extract(epoch FROM date_trunc('minute', next.at)) * 1000)::bigint AS minute
     FROM unnest($1::int[], $2::timestamptz[]) AS g (machine_key, at)
       CROSS JOIN LATERAL (
         SELECT at FROM record n
         WHERE n.machine_key = g.machine_key AND n.at > g.at AND n.at <= g.at + make_interval(secs => $3)
           AND n.total_cycles IS NOT NULL
         ORDER BY at LIMIT 1
       ) next`,
    [records.map(([key]) => key), records.map(([, at]) => iso(at)), COUNTER_GAP_LIMIT_MS / 1000],
  )
  return rows.map((row) => [row.machine_key, Number(row.minute)])
}

export interface RefusedMessage {
  receivedAt: number
  device: string
  topic: string
  payload: Buffer
  code: string
  reason: string
}

export async function storeRefused(client: pg.ClientBase, messages: RefusedMessage[]): Promise<void> {
  const column = <T>(read: (message: RefusedMessage) => T) => messages.map(read)
  await client.query(
    `INSERT INTO refused_message (received_at, device, topic, payload, code, reason)
     SELECT * FROM unnest($1::timestamptz[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::text[])`,
    [
      column((m) => iso(m.receivedAt)),
      column((m) => m.device),
      column((m) => m.topic),
      column((m) => m.payload),
      column((m) => m.code),
      column((m) => m.reason),
    ],
  )
}

/** The newest values of every machine that has published. */
export async function readLatest(client: Pick<pg.ClientBase, 'query'>): Promise<Map<number, LatestValues>> {
  const { rows } = await client.query<LatestRow>(
    `SELECT machine_key, at, total_cycles, total_at, cycles_per_min, machine_state, temperature, humidity, latitude,
       longitude, machine_data FROM latest`,
  )
  return new Map(rows.map((row) => [row.machine_key, toLatest(row)]))
}

interface LatestRow {
  machine_key: number
  at: Date
  total_cycles: string | null
  total_at: Date | null
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
): Promise<{ machineKey: number; at: number; cycles: number }[]> {
  const { rows } = await client.query<{ machine_key: number; at: Date; cycles: string }>(
    'SELECT machine_key, at, cycles FROM minute_rollup WHERE at >= $1 ORDER BY at',
    [iso(since)],
  )
  return rows.map((row) => ({ machineKey: row.machine_key, at: row.at.getTime(), cycles: Number(row.cycles) }))
}

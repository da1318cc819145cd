import type pg from 'pg'
import {
  iso,
  isoOrNull,
  type LatestValues,
  latestStateText,
  type Rollup,
  type RollupSpans,
  type RollupTableName,
  rollupTables,
  type StateInterval,
} from '../telemetry/index.ts'
import type { BatchPlan } from './batch-plan.ts'
import { COUNTER_NAMES, COUNTERS, type FieldTimesOf, ROLLUP_TYPES } from './telemetry-sql.ts'

/**
 * What a batch adds beside its records, in one statement: the newest values and all roll-ups. Every column goes over
 * as one array; the arrays are printed here, since the driver would look at each element on its own.
 */

type Value = number | string | null

/** Arrays as the rows of a table. @param first the number of the first parameter, of as many as there are types */
export function toColumns(first: number, types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')})`
}

/** The statement that adds roll-ups to a table. @param first the number of its first parameter, of as many as ROLLUP_TYPES */
function addRollups(table: RollupTableName, first: number, condition: string): string {
  return `INSERT INTO ${table} (machine_key, at, ${COUNTERS})
    SELECT * FROM ${toColumns(first, ROLLUP_TYPES)} WHERE ${condition}
    ON CONFLICT (machine_key, at) DO UPDATE SET
      ${COUNTER_NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`
}

/**
 * Parts of a WITH clause that add to the roll-ups of every span, whose columns follow one another, and name the days that were over
 * already: whoever has worked out something by the day does it again.
 * @param first number of the first parameter
 * @param condition without which nothing is added, in SQL
 */
export function addAllRollups(first: number, condition = 'true'): string {
  const firstOf = (table: RollupTableName) => first + rollupTables.indexOf(table) * ROLLUP_TYPES.length
  const parts = rollupTables.map((table) => `added_${table} AS (${addRollups(table, firstOf(table), condition)})`)
  return [...parts, `named_days AS (${nameDays(firstOf('hour_rollup'), condition)})`].join(', ')
}

/** In one order, so that nobody waits for another in a circle. @param first number of the parameter with the machines of hours */
function nameDays(first: number, condition: string): string {
  return `INSERT INTO changed_day (machine_key, day)
    SELECT DISTINCT key, (at AT TIME ZONE 'UTC')::date FROM unnest($${first}::int[], $${first + 1}::timestamptz[]) AS hour (key, at)
    WHERE ${condition} AND at < date_trunc('day', now(), 'UTC') ORDER BY 1, 2
    ON CONFLICT (day, machine_key) DO UPDATE SET mark = excluded.mark`
}

/** What `addAllRollups` is given. */
export function allRollupColumns(rollups: RollupSpans): string[] {
  return rollupTables.flatMap((table) => rollupColumns(rollups.rows(table)))
}

/** The types of the columns of newest values. */
export const LATEST_TYPES = [
  ...['int', 'timestamptz', 'bigint', 'timestamptz', 'bigint', 'timestamptz', 'timestamptz', 'float8', 'text'],
  ...['float8', 'float8', 'float8', 'float8', 'jsonb', 'jsonb'],
]

/** The statement that stores newest values. @param first number of the first parameter; @param condition as for roll-ups */
export function upsertLatest(first: number, condition = 'true'): string {
  return `INSERT INTO latest (machine_key, at, total_cycles, total_at, total_rejects, rejects_at, state_since, cycles_per_min,
      machine_state, temperature, humidity, latitude, longitude, machine_data, field_times)
    SELECT * FROM ${toColumns(first, LATEST_TYPES)} WHERE ${condition}
    ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at, total_cycles = excluded.total_cycles,
      total_at = excluded.total_at, total_rejects = excluded.total_rejects, rejects_at = excluded.rejects_at,
      state_since = excluded.state_since, cycles_per_min = excluded.cycles_per_min,
      machine_state = excluded.machine_state, temperature = excluded.temperature, humidity = excluded.humidity,
      latitude = excluded.latitude, longitude = excluded.longitude, machine_data = excluded.machine_data,
      field_times = excluded.field_times, version = latest.version + 1`
}

const STORE_NEWEST = `WITH newest AS (${upsertLatest(1)}), ${addAllRollups(1 + LATEST_TYPES.length)} SELECT`

/**
 * Stores the newest values of a batch, adds it to the roll-ups, and keeps the times in one state that have ended.
 * @param timesOf the times of values that are stored beside them
 */
export async function storeNewest(client: pg.ClientBase, plan: BatchPlan, timesOf: FieldTimesOf): Promise<void> {
  const values = [...latestColumns(latestInOrder(plan), timesOf), ...allRollupColumns(plan.account.rollups)]
  await client.query({ name: 'store-newest', text: STORE_NEWEST, values })
  await storeIntervals(client, plan.account.intervals)
}

/** The newest values of a batch in the order of their machines. */
export function latestInOrder(plan: BatchPlan): [number, LatestValues][] {
  return [...plan.latest].sort(([a], [b]) => a - b)
}

/** What `upsertLatest` is given. */
export function latestColumns(entries: [number, LatestValues][], timesOf: FieldTimesOf): string[] {
  const column = (read: (values: LatestValues) => Value) => toArray(entries, ([, values]) => read(values))
  return [
    toArray(entries, ([key]) => key),
    column((v) => iso(v.at)),
    column((v) => v.totalCycles),
    column((v) => isoOrNull(v.totalAt)),
    column((v) => v.totalRejects),
    column((v) => isoOrNull(v.rejectsAt)),
    column((v) => isoOrNull(v.stateSince)),
    column((v) => v.cyclesPerMin),
    column(latestStateText),
    column((v) => v.temperature),
    column((v) => v.humidity),
    column((v) => v.latitude),
    column((v) => v.longitude),
    // An array's element is quoted as JSON quotes a text.
    column((v) => JSON.stringify(JSON.stringify(v.machineData))),
    toArray(entries, ([key, values]) => quoted(timesOf(key, values))),
  ]
}

function quoted(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text)
}

/** The columns of roll-ups in the order of COUNTERS, behind the machine and the start. */
function rollupColumns(rows: Rollup[]): string[] {
  const column = (read: (row: Rollup) => Value) => toArray(rows, read)
  return [
    column((r) => r.machineKey),
    column((r) => iso(r.at)),
    column((r) => r.records),
    column((r) => r.cycles),
    column((r) => r.speedSum),
    column((r) => r.speedCount),
    column((r) => r.temperatureSum),
    column((r) => r.temperatureCount),
    column((r) => r.humiditySum),
    column((r) => r.humidityCount),
    column((r) => r.runningMs),
    column((r) => r.idleMs),
    column((r) => r.stoppedMs),
    column((r) => r.faultedMs),
    column((r) => r.rejects),
    column((r) => r.rejectsCount),
  ]
}

/** An array in PostgreSQL's text form; elements that are not plain words or numbers come quoted. */
export function toArray<T>(entries: readonly T[], read: (entry: T) => Value): string {
  let text = '{'
  for (const entry of entries) text += `${text === '{' ? '' : ','}${read(entry) ?? 'NULL'}`
  return `${text}}`
}

/** The types of the columns of times in one state. */
export const INTERVAL_TYPES = ['int', 'timestamptz', 'timestamptz', 'text']

/** The statement that stores times in one state; one that is there with the same start gets its new end. @param first parameter */
export function upsertIntervals(first: number, condition = 'true'): string {
  return `INSERT INTO state_interval (machine_key, from_at, to_at, state)
    SELECT * FROM ${toColumns(first, INTERVAL_TYPES)} WHERE ${condition}
    ON CONFLICT (machine_key, from_at) DO UPDATE SET to_at = excluded.to_at, state = excluded.state`
}

/** What `upsertIntervals` is given. */
export function intervalColumns(intervals: readonly StateInterval[]): string[] {
  return [
    toArray(intervals, (i) => i.machineKey),
    toArray(intervals, (i) => iso(i.from)),
    toArray(intervals, (i) => iso(i.to)),
    toArray(intervals, (i) => i.state),
  ]
}

async function storeIntervals(client: pg.ClientBase, intervals: readonly StateInterval[]): Promise<void> {
  if (intervals.length === 0) return
  await client.query({ name: 'store-intervals', text: upsertIntervals(1), values: intervalColumns(intervals) })
}

import type pg from 'pg'
import type { BatchPlan } from './batch-plan.ts'
import type { LatestValues } from './record.ts'
import type { Rollup } from './rollup.ts'
import { COUNTER_NAMES, COUNTERS, iso, type RollupTableName } from './telemetry-sql.ts'

/**
 * What a batch adds beside its records, in one statement: the newest values and both roll-ups. Every column goes over
 * as one array; the arrays are printed here, since the driver would look at each element on its own.
 */

type Value = number | string | null

const upsertRollups = (table: RollupTableName, first: number) => {
  const parameters = ['int', 'timestamptz', 'int', 'bigint', 'float8', 'int', 'float8', 'int', 'float8', 'int']
    .concat('int', 'int', 'int', 'int')
    .map((type, index) => `$${first + index}::${type}[]`)
  return `INSERT INTO ${table} (machine_key, at, ${COUNTERS})
    SELECT * FROM unnest(${parameters.join(', ')})
    ON CONFLICT (machine_key, at) DO UPDATE SET
      ${COUNTER_NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`
}

const STORE_NEWEST = `WITH newest AS (
    INSERT INTO latest (machine_key, at, total_cycles, total_at, cycles_per_min, machine_state, temperature, humidity,
      latitude, longitude, machine_data)
    SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::timestamptz[], $5::float8[], $6::text[],
      $7::float8[], $8::float8[], $9::float8[], $10::float8[], $11::jsonb[])
    ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at, total_cycles = excluded.total_cycles,
      total_at = excluded.total_at, cycles_per_min = excluded.cycles_per_min, machine_state = excluded.machine_state,
      temperature = excluded.temperature, humidity = excluded.humidity, latitude = excluded.latitude,
      longitude = excluded.longitude, machine_data = excluded.machine_data
  ), minutes AS (${upsertRollups('minute_rollup', 12)})
  ${upsertRollups('hour_rollup', 26)}`

/** Stores the newest values of a batch and adds it to the roll-ups. */
export async function storeNewest(client: pg.ClientBase, plan: BatchPlan): Promise<void> {
  const latest = [...plan.latest].sort(([a], [b]) => a - b)
  const values = [...latestColumns(latest), ...rollupColumns(plan.minutes.rows()), ...rollupColumns(plan.hours.rows())]
  await client.query({ name: 'store-newest', text: STORE_NEWEST, values })
}

function latestColumns(entries: [number, LatestValues][]): string[] {
  const column = (read: (values: LatestValues) => Value) => toArray(entries, ([, values]) => read(values))
  return [
    toArray(entries, ([key]) => key),
    column((v) => iso(v.at)),
    column((v) => v.totalCycles),
    column((v) => (v.totalAt === null ? null : iso(v.totalAt))),
    column((v) => v.cyclesPerMin),
    column((v) => v.machineState),
    column((v) => v.temperature),
    column((v) => v.humidity),
    column((v) => v.latitude),
    column((v) => v.longitude),
    // An array's element is quoted as JSON quotes a text.
    column((v) => JSON.stringify(JSON.stringify(v.machineData))),
  ]
}

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
    column((r) => r.running),
    column((r) => r.idle),
    column((r) => r.stopped),
    column((r) => r.faulted),
  ]
}

/** An array in PostgreSQL's text form; elements that are not plain words or numbers come quoted. */
function toArray<T>(entries: readonly T[], read: (entry: T) => Value): string {
  let text = '{'
  for (const entry of entries) text += `${text === '{' ? '' : ','}${read(entry) ?? 'NULL'}`
  return `${text}}`
}

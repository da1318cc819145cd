import type pg from 'pg'
import {
  iso,
  type LatestValues,
  type RollupSpans,
  type StateInterval,
  type TelemetryRecord,
} from '../../telemetry/index.ts'
import { addAllRollups, allRollupColumns, intervalColumns, toArray, upsertIntervals } from '../newest-sql.ts'
import { writeAdvanced } from '../telemetry-sql.ts'

/** What late records come down to. */
export interface LateChanges {
  /** All of them new. */
  records: readonly TelemetryRecord[]
  /** Times in one state that are no more, by their start in Unix ms. */
  removed: readonly { machineKey: number; from: number }[]
  /** Times in one state that are new or end elsewhere now; none of those that are removed. */
  times: readonly StateInterval[]
  rollups: RollupSpans
  latest: ReadonlyMap<number, LatestValues>
}

const STORE_LATE = `WITH records AS (
    INSERT INTO record (machine_key, at, received_at, total_cycles, total_rejects, cycles_per_min, machine_state,
      temperature, humidity, latitude, longitude, machine_data)
    SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::float8[], $7::text[],
      $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::jsonb[])
  ), removed AS (
    DELETE FROM state_interval i USING unnest($13::int[], $14::timestamptz[]) AS gone (key, from_at)
    WHERE i.machine_key = gone.key AND i.from_at = gone.from_at
  ), times AS (${upsertIntervals(15)}), ${addAllRollups(19)}
  SELECT`

/** Stores late records with all that they change, in one statement, and where they change the newest values, in another. */
export async function writeLate(client: pg.ClientBase, changes: LateChanges): Promise<void> {
  const { records, removed, times, rollups, latest } = changes
  const values = [
    ...recordColumns(records),
    toArray(removed, ({ machineKey }) => machineKey),
    toArray(removed, ({ from }) => iso(from)),
    ...intervalColumns(times),
    ...allRollupColumns(rollups),
  ]
  await client.query({ name: 'store-late', text: STORE_LATE, values })
  if (latest.size > 0) await writeAdvanced(client, [...latest])
}

function recordColumns(records: readonly TelemetryRecord[]): string[] {
  const column = (read: (record: TelemetryRecord) => number | string | null | undefined) =>
    toArray(records, (record) => read(record) ?? null)
  return [
    column((r) => r.machineKey),
    column((r) => iso(r.at)),
    column((r) => iso(r.receivedAt)),
    column((r) => r.totalCycles),
    column((r) => r.totalRejects),
    column((r) => r.cyclesPerMin),
    column((r) => r.machineState),
    column((r) => r.temperature),
    column((r) => r.humidity),
    column((r) => r.latitude),
    column((r) => r.longitude),
    // An array's element is quoted as JSON quotes a text.
    column((r) => (r.machineData === undefined ? null : JSON.stringify(JSON.stringify(r.machineData)))),
  ]
}

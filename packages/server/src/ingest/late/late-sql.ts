import type pg from 'pg'
import {
  iso,
  type LatestValues,
  type RollupSpans,
  type StateInterval,
  type TelemetryRecord,
} from '../../telemetry/index.ts'
import { addAllRollups, allRollupColumns, intervalColumns, toArray, upsertIntervals } from '../newest-sql.ts'
import { insertRecords, recordColumns } from '../record-sql.ts'
import { type FieldTimesOf, writeAdvanced } from '../telemetry-sql.ts'

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
  /** The times of newest values that are stored beside them. */
  timesOf: FieldTimesOf
}

const STORE_LATE = `WITH records AS (${insertRecords(1)}), removed AS (
    DELETE FROM state_interval i USING unnest($13::int[], $14::timestamptz[]) AS gone (key, from_at)
    WHERE i.machine_key = gone.key AND i.from_at = gone.from_at
  ), times AS (${upsertIntervals(15)}), ${addAllRollups(19)}
  SELECT`

/** Stores late records with all that they change, in one statement, and where they change the newest values, in another. */
export async function writeLate(client: pg.ClientBase, changes: LateChanges): Promise<void> {
  const { records, removed, times, rollups, latest, timesOf } = changes
  const values = [
    ...recordColumns(records),
    toArray(removed, ({ machineKey }) => machineKey),
    toArray(removed, ({ from }) => iso(from)),
    ...intervalColumns(times),
    ...allRollupColumns(rollups),
  ]
  await client.query({ name: 'store-late', text: STORE_LATE, values })
  if (latest.size > 0) await writeAdvanced(client, [...latest], timesOf)
}

import type pg from 'pg'
import type { StateInterval } from '../account.ts'
import { addAllRollups, allRollupColumns, storeIntervals, toArray } from '../newest-sql.ts'
import type { LatestValues, TelemetryRecord } from '../record.ts'
import type { RollupSpans } from '../rollup-spans.ts'
import { insertRecords, iso, writeAdvanced } from '../telemetry-sql.ts'

/** What late records come down to. */
export interface LateChanges {
  /** All of them new. */
  records: TelemetryRecord[]
  /** Times in one state that are no more, by their start in Unix ms. */
  removed: { machineKey: number; from: number }[]
  /** Times in one state that are new or end elsewhere now. */
  times: StateInterval[]
  rollups: RollupSpans
  latest: ReadonlyMap<number, LatestValues>
}

const ADD_LATE = `WITH removed AS (
    DELETE FROM state_interval i USING unnest($1::int[], $2::timestamptz[]) AS gone (key, from_at)
    WHERE i.machine_key = gone.key AND i.from_at = gone.from_at
  )${addAllRollups(3)}
  SELECT`

export async function writeLate(client: pg.ClientBase, changes: LateChanges): Promise<void> {
  const { records, removed, times, rollups, latest } = changes
  await insertRecords(client, records)
  await client.query({
    name: 'add-late',
    text: ADD_LATE,
    values: [
      toArray(removed, ({ machineKey }) => machineKey),
      toArray(removed, ({ from }) => iso(from)),
      ...allRollupColumns(rollups),
    ],
  })
  await storeIntervals(client, times)
  if (latest.size > 0) await writeAdvanced(client, [...latest])
}

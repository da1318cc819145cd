import type pg from 'pg'
import type { BatchPlan } from './batch-plan.ts'
import {
  addAllRollups,
  allRollupColumns,
  INTERVAL_TYPES,
  intervalColumns,
  LATEST_TYPES,
  latestColumns,
  latestInOrder,
  toArray,
  upsertIntervals,
  upsertLatest,
} from './newest-sql.ts'
import { insertRecords, RECORD_TYPES, recordColumns } from './record-sql.ts'
import { type FieldTimesOf, ROLLUP_COLUMNS } from './telemetry-sql.ts'

/**
 * A small batch as one statement, which is a transaction by itself: one round trip where BEGIN, COPY, the newest values and COMMIT are
 * four. At an ordinary load batches are small, and a round trip costs both sides more than the rows do.
 */

const FIRST_LATEST = 1 + RECORD_TYPES.length
const FIRST_ROLLUP = FIRST_LATEST + LATEST_TYPES.length
const FIRST_INTERVAL = FIRST_ROLLUP + ROLLUP_COLUMNS
const KEYS = `$${FIRST_INTERVAL + INTERVAL_TYPES.length}::int[]`
const VERSIONS = `$${FIRST_INTERVAL + INTERVAL_TYPES.length + 1}::bigint[]`

/** @param condition without which nothing is stored, in SQL */
function storeAll(condition?: string): string {
  return `stored AS (${insertRecords(1, condition)}), newest AS (${upsertLatest(FIRST_LATEST, condition)}),
    ${addAllRollups(FIRST_ROLLUP, condition)}, times AS (${upsertIntervals(FIRST_INTERVAL, condition)})`
}

const STORE = `WITH ${storeAll()} SELECT true AS owned`

/** Locks the machines first, in one order, and stores where this process knows each of them as it is. */
const STORE_OWNED = `WITH locked AS MATERIALIZED (
    SELECT machine_key, version FROM latest WHERE machine_key = ANY (${KEYS}) ORDER BY machine_key FOR NO KEY UPDATE
  ), owner AS MATERIALIZED (
    SELECT count(*) = cardinality(${KEYS}) AS owned
    FROM locked JOIN unnest(${KEYS}, ${VERSIONS}) AS known (key, known_version) ON key = machine_key AND known_version = version
  ), ${storeAll('(SELECT owned FROM owner)')} SELECT owned FROM owner`

/**
 * Stores what a batch of records in order amounts to, and commits it.
 * @param timesOf the times of values that are stored beside them
 * @param versionOf the version of a machine as this process knows it, where other processes store telemetry too
 * @returns whether it was stored; if not, another process has written one of the machines and nothing was changed
 */
export async function storeAtOnce(
  client: pg.ClientBase,
  plan: BatchPlan,
  timesOf: FieldTimesOf,
  versionOf?: (machineKey: number) => number,
): Promise<boolean> {
  const latest = latestInOrder(plan)
  const values = [
    ...recordColumns(plan.fresh),
    ...latestColumns(latest, timesOf),
    ...allRollupColumns(plan.account.rollups),
    ...intervalColumns(plan.account.intervals),
  ]
  if (versionOf === undefined) {
    await client.query({ name: 'store-at-once', text: STORE, values })
    return true
  }
  values.push(
    toArray(latest, ([key]) => key),
    toArray(latest, ([key]) => versionOf(key)),
  )
  const { rows } = await client.query<{ owned: boolean }>({ name: 'store-owned-at-once', text: STORE_OWNED, values })
  return rows[0]?.owned === true
}

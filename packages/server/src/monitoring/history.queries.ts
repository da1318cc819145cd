import { HISTORY_INTERVAL_MS, type History, type HistoryState } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { HOUR_MS, startOf } from '../telemetry/index.ts'

/** The tag whose series is numeric; any other tag gives the series of machine states. */
export const CYCLE_COUNT_TAG = 'CycleCount'

export interface HistoryRequest {
  machineID: string
  machineKey: number
  tag: string
  hours: number
  /** Unix ms. */
  now: number
}

interface Bucket {
  at: Date
  cycles: string
  running: string
  idle: string
  stopped: string
  faulted: string
}

/** Reads a series of one machine, one point per 5 minutes, the last one still filling. */
export async function readHistory(database: Database, scope: CustomerScope, request: HistoryRequest): Promise<History> {
  const { machineID, tag, hours } = request
  const end = startOf(request.now, HISTORY_INTERVAL_MS) + HISTORY_INTERVAL_MS
  const start = end - hours * HOUR_MS
  const rows = await database.inScope(scope, (transaction) =>
    sql<Bucket>`
      SELECT date_bin(${`${HISTORY_INTERVAL_MS} ms`}::interval, at, '2000-01-01Z') AS at, sum(cycles) AS cycles,
        sum(running) AS running, sum(idle) AS idle, sum(stopped) AS stopped, sum(faulted) AS faulted
      FROM minute_rollup
      WHERE machine_key = ${request.machineKey} AND at >= ${new Date(start)} AND at < ${new Date(end)}
      GROUP BY 1
    `.execute(transaction),
  )
  const buckets = new Map(rows.rows.map((row) => [row.at.getTime(), row]))
  const times = Array.from({ length: (end - start) / HISTORY_INTERVAL_MS }, (_, i) => start + i * HISTORY_INTERVAL_MS)
  const base = { machineID, tag, hours, intervalMs: HISTORY_INTERVAL_MS }
  if (tag === CYCLE_COUNT_TAG) {
    const points = times.map((at) => ({ time: iso(at), value: numberOf(buckets.get(at)) }))
    return { ...base, kind: 'numeric', points }
  }
  return { ...base, kind: 'state', points: times.map((at) => ({ time: iso(at), value: stateOf(buckets.get(at)) })) }
}

/** Null where nothing was heard: no reading is not zero. */
function numberOf(bucket: Bucket | undefined): number | null {
  return bucket === undefined ? null : Number(bucket.cycles)
}

/** The state in which most records of the bucket were; Unknown where none told one. */
function stateOf(bucket: Bucket | undefined): HistoryState {
  if (bucket === undefined) return 'Unknown'
  const counts: [HistoryState, number][] = [
    ['Running', Number(bucket.running)],
    ['Idle', Number(bucket.idle)],
    ['Stopped', Number(bucket.stopped)],
    ['Faulted', Number(bucket.faulted)],
  ]
  const [state, count] = counts.reduce((most, next) => (next[1] > most[1] ? next : most))
  return count === 0 ? 'Unknown' : state
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

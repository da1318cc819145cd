import { HISTORY_INTERVAL_MS, type History, type HistoryState } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { HOUR_MS, type LiveMachine, MINUTE_MS, startOf } from '../telemetry/index.ts'
import { isNumberField, readNumbers, type SeriesNames } from './series.queries.ts'

/** The tag whose series is that of cycles. */
const CYCLE_COUNT_TAG = 'CycleCount'
export interface HistoryRequest {
  machine: LiveMachine
  tag: string
  hours: number
  /** A stretch in place of the last hours, ISO 8601. */
  from?: string | undefined
  to?: string | undefined
  /** How many points at most; 0 for points of 5 minutes. */
  points: number
  /** Unix ms. */
  now: number
}

interface Bucket {
  at: Date
  records: string
  cycles: string
  running: string
  idle: string
  stopped: string
  faulted: string
}

/** Reads a series of one machine. */
export async function readHistory(
  database: Database,
  names: SeriesNames,
  scope: CustomerScope,
  request: HistoryRequest,
): Promise<History> {
  const { machine, tag } = request
  const { from, to } = stretchOf(request)
  const base = { machineID: machine.entry.machineID, tag, hours: Math.round(((to - from) / HOUR_MS) * 1000) / 1000 }
  if (tag !== CYCLE_COUNT_TAG) {
    const density = request.points === 0 ? { intervalMs: HISTORY_INTERVAL_MS } : { maximum: request.points }
    const stretch = { machineKey: machine.entry.key, tag, from, to, density }
    const { told, ...series } = await database.inScope(scope, (db) => readNumbers(db, names, stretch))
    // A reading that is a text or missing by now was numbers when it told some.
    if (told || isNumber(machine, tag)) return { ...base, kind: 'numeric', ...series }
  }
  const intervalMs = intervalOf(request, to - from)
  const buckets = await readBuckets(database, scope, machine.entry.key, { from, to, intervalMs })
  const times = Array.from({ length: Math.ceil((to - from) / intervalMs) }, (_, i) => from + i * intervalMs)
  if (tag === CYCLE_COUNT_TAG) {
    const points = times.map((at) => ({ time: iso(at), value: cyclesOf(buckets.get(at)) }))
    return { ...base, intervalMs, kind: 'numeric', points }
  }
  const points = times.map((at) => ({ time: iso(at), value: stateOf(buckets.get(at)) }))
  return { ...base, intervalMs, kind: 'state', points }
}

/** The stretch of a request: as given, or the last hours with a last point that is still filling. Unix ms. */
function stretchOf({ from, to, hours, points, now }: HistoryRequest): { from: number; to: number } {
  if (from !== undefined && to !== undefined) {
    const start = startOf(Date.parse(from), MINUTE_MS)
    return { from: start, to: Math.max(start + MINUTE_MS, Math.ceil(Date.parse(to) / MINUTE_MS) * MINUTE_MS) }
  }
  const length = points === 0 ? HISTORY_INTERVAL_MS : MINUTE_MS
  const end = startOf(now, length) + length
  return { from: end - hours * HOUR_MS, to: end }
}

/** Whole minutes, so many that there are no more points than wanted. */
function intervalOf({ points }: HistoryRequest, length: number): number {
  return points === 0 ? HISTORY_INTERVAL_MS : Math.ceil(length / points / MINUTE_MS) * MINUTE_MS
}

/** Whether a tag tells numbers: a field that does, or a reading whose newest value is a number or a truth. */
function isNumber({ values }: LiveMachine, tag: string): boolean {
  if (isNumberField(tag)) return true
  const reading = Object.hasOwn(values?.machineData ?? {}, tag) ? values?.machineData[tag] : undefined
  return typeof reading === 'number' || typeof reading === 'boolean'
}

async function readBuckets(
  database: Database,
  scope: CustomerScope,
  machineKey: number,
  { from, to, intervalMs }: { from: number; to: number; intervalMs: number },
): Promise<Map<number, Bucket>> {
  const { rows } = await database.inScope(scope, (transaction) =>
    sql<Bucket>`
      SELECT date_bin(${`${intervalMs} ms`}::interval, at, ${new Date(from)}) AS at, sum(records) AS records,
        sum(cycles) AS cycles, sum(running_ms) AS running, sum(idle_ms) AS idle, sum(stopped_ms) AS stopped,
        sum(faulted_ms) AS faulted
      FROM minute_rollup
      WHERE machine_key = ${machineKey} AND at >= ${new Date(from)} AND at < ${new Date(to)}
      GROUP BY 1
    `.execute(transaction),
  )
  return new Map(rows.map((row) => [row.at.getTime(), row]))
}

/** Null where nothing was heard: no reading is not zero. */
function cyclesOf(bucket: Bucket | undefined): number | null {
  return bucket === undefined || Number(bucket.records) === 0 ? null : Number(bucket.cycles)
}

/** The state in which the machine was longest; Unknown where none is known. */
function stateOf(bucket: Bucket | undefined): HistoryState {
  if (bucket === undefined) return 'Unknown'
  const times: [HistoryState, number][] = [
    ['Running', Number(bucket.running)],
    ['Idle', Number(bucket.idle)],
    ['Stopped', Number(bucket.stopped)],
    ['Faulted', Number(bucket.faulted)],
  ]
  const [state, time] = times.reduce((most, next) => (next[1] > most[1] ? next : most))
  return time === 0 ? 'Unknown' : state
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

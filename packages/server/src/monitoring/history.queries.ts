import { HISTORY_INTERVAL_MS, type History, type HistoryState, stateGroup, stateGroups } from '@packhouse/contract'
import { sql } from 'kysely'
import type { StoredReadingNames } from '../history/index.ts'
import { isNumberField, type NumbersRequest, readNumbers } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { HOUR_MS, MINUTE_MS, startOf } from '../telemetry/index.ts'
import { cutMinutesOf, readCutMinute, type Stretch, wholeMinutesOf } from './counting/counts.queries.ts'
import { intervalsIn, type ReportedInterval } from './states.queries.ts'

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

/** Reads a series of one machine. Nothing counts that lies outside the stretch, or behind now. */
export async function readHistory(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  request: HistoryRequest,
): Promise<History> {
  const { machine, tag, now } = request
  const stretch = stretchOf(request)
  const { from, to } = stretch
  const hours = Math.round(((to - from) / HOUR_MS) * 1000) / 1000
  const base = { machineID: machine.entry.machineID, tag, from: iso(from), to: iso(to), hours }
  if (tag !== CYCLE_COUNT_TAG) {
    const wanted = numbersOf(request, stretch)
    const { hasNumbers, ...series } = await readNumbers(database, scope, names, wanted)
    // A reading that is a text or missing by now was numbers when it reported some.
    if (hasNumbers || isNumber(machine, tag)) return { ...base, kind: 'numeric', ...series }
  }
  const { times, intervalMs, counted } = pointsOf(request, stretch)
  const seriesOf = <T>(values: readonly T[], missing: T) =>
    times.map((at, index) => ({ time: iso(at), value: values[index] ?? missing }))
  return await database.inHistory(scope, async (db): Promise<History> => {
    if (tag === CYCLE_COUNT_TAG) {
      const cycles = await readCycles(db, names, machine, { times, intervalMs, counted })
      return { ...base, intervalMs, kind: 'numeric', points: seriesOf<number | null>(cycles, null) }
    }
    const { intervals } = await intervalsIn(db, machine, stretch, now)
    const states = longestStates(intervals, { times, intervalMs })
    return { ...base, intervalMs, kind: 'state', points: seriesOf<HistoryState>(states, 'Unknown') }
  })
}

function numbersOf({ machine, tag, points, now }: HistoryRequest, stretch: Stretch): NumbersRequest {
  const density = points === 0 ? { intervalMs: HISTORY_INTERVAL_MS } : { maximum: points }
  return { machineKey: machine.entry.key, tag, ...stretch, now, density, holds: isNumber(machine, tag) }
}

/** The stretch of a request: as given, or the last hours with a last point that is still filling. Unix ms. */
function stretchOf({ from, to, hours, points, now }: HistoryRequest): Stretch {
  if (from !== undefined && to !== undefined) return { from: Date.parse(from), to: Date.parse(to) }
  const length = points === 0 ? HISTORY_INTERVAL_MS : MINUTE_MS
  const end = startOf(now, length) + length
  return { from: end - hours * HOUR_MS, to: end }
}

interface Points {
  intervalMs: number
  /** Their starts, whole minutes, Unix ms. The first begins at or before the stretch. */
  times: number[]
  /** What counts: the stretch, and nothing behind now. */
  counted: Stretch
}

/** Points of whole minutes, so long that there are no more than wanted. What of the first and last is outside does not count. */
function pointsOf({ points, now }: HistoryRequest, { from, to }: Stretch): Points {
  const first = startOf(from, MINUTE_MS)
  const length = to - first
  const intervalMs = points === 0 ? HISTORY_INTERVAL_MS : Math.ceil(length / points / MINUTE_MS) * MINUTE_MS
  const times = Array.from({ length: Math.ceil(length / intervalMs) }, (_, i) => first + i * intervalMs)
  return { intervalMs, times, counted: { from, to: Math.max(from, Math.min(to, now)) } }
}

/** Whether a tag reports numbers: a field that does, or a reading whose newest value is a number or a truth. */
function isNumber({ values }: LiveMachine, tag: string): boolean {
  if (isNumberField(tag)) return true
  const reading = Object.hasOwn(values?.machineData ?? {}, tag) ? values?.machineData[tag] : undefined
  return typeof reading === 'number' || typeof reading === 'boolean'
}

/** Cycles by the place of their point; absent where nothing was received: no reading is not zero. */
async function readCycles(
  db: Transaction,
  names: StoredReadingNames,
  { entry }: LiveMachine,
  { times, intervalMs, counted }: Points,
): Promise<number[]> {
  const first = times[0] ?? counted.from
  const whole = wholeMinutesOf(counted)
  const { rows } = await sql<{ at: Date; cycles: string }>`
    SELECT date_bin(${`${intervalMs} ms`}::interval, at, ${new Date(first)}) AS at, sum(cycles) AS cycles
    FROM minute_rollup
    WHERE machine_key = ${entry.key} AND at >= ${new Date(whole.from)} AND at < ${new Date(whole.to)} AND records > 0
    GROUP BY 1
  `.execute(db)
  const cycles: number[] = []
  const add = (at: number, more: number) => {
    const place = Math.floor((at - first) / intervalMs)
    cycles[place] = (cycles[place] ?? 0) + more
  }
  for (const row of rows) add(row.at.getTime(), Number(row.cycles))
  for (const cut of cutMinutesOf(counted)) {
    const part = (await readCutMinute(db, names, [entry.key], cut)).get(entry.key)
    if (part !== undefined) add(cut.from, part.cycles)
  }
  return cycles
}

/** The state in which the machine was longest in each point; absent where none is known. */
function longestStates(
  intervals: readonly ReportedInterval[],
  { times, intervalMs }: Omit<Points, 'counted'>,
): HistoryState[] {
  const first = times[0] ?? 0
  const lengths = times.map(() => new Map<HistoryState, number>())
  for (const { from, to, reportedState } of intervals) {
    if (reportedState === null) continue
    const state = stateGroup(reportedState)
    for (let place = Math.max(0, Math.floor((from - first) / intervalMs)); place < times.length; place++) {
      const start = first + place * intervalMs
      if (start >= to) break
      const length = Math.min(to, start + intervalMs) - Math.max(from, start)
      const known = lengths[place]
      known?.set(state, (known.get(state) ?? 0) + length)
    }
  }
  return lengths.map((known) => stateGroups.reduce<HistoryState>(longer(known), 'Unknown'))
}

function longer(lengths: ReadonlyMap<HistoryState, number>) {
  return (most: HistoryState, next: HistoryState) => ((lengths.get(next) ?? 0) > (lengths.get(most) ?? 0) ? next : most)
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

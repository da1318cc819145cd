import { type HistoryState, type ReportedState, type StateIntervals, stateGroup } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { openTime } from '../telemetry/index.ts'
import { readNewest } from './counting/newest.queries.ts'

interface Interval {
  from: number
  to: number
  state: ReportedState
}

/** A time in which a machine was in one state, Unix ms. */
export interface ReportedInterval {
  from: number
  to: number
  state: HistoryState
  reportedState: ReportedState | null
}

interface Intervals {
  from: number
  to: number
  intervals: ReportedInterval[]
}

/**
 * The times in each state over a stretch, without a gap: what lies between them is unknown.
 * @param stretch Unix ms; @param now nothing is known of what comes after it
 */
export async function readStates(
  database: Database,
  scope: CustomerScope,
  machine: LiveMachine,
  stretch: { from: number; to: number },
  now: number,
): Promise<StateIntervals> {
  const { machineID, timeZone } = machine.entry
  const { from, to, intervals } = await readIntervals(database, scope, machine, stretch, now)
  return {
    machineID,
    timeZone,
    from: iso(from),
    to: iso(to),
    intervals: intervals.map((interval) => ({ ...interval, from: iso(interval.from), to: iso(interval.to) })),
    totals: totalsOf(intervals),
  }
}

/** The same as numbers: Unix ms. */
export async function readIntervals(
  database: Database,
  scope: CustomerScope,
  machine: LiveMachine,
  stretch: { from: number; to: number },
  now: number,
): Promise<Intervals> {
  return await database.inHistory(scope, (db) => intervalsIn(db, machine, stretch, now))
}

/** Likewise in a snapshot, in which a state that ends in the meantime has either ended or goes on, never neither nor both. */
export async function intervalsIn(
  db: Transaction,
  { entry }: Pick<LiveMachine, 'entry'>,
  stretch: { from: number; to: number },
  now: number,
): Promise<Intervals> {
  const from = Math.min(stretch.from, now)
  const to = Math.min(stretch.to, now)
  const newest = (await readNewest(db, [entry.key])).get(entry.key)
  const { rows } = await sql<{ from_at: Date; to_at: Date; state: ReportedState }>`
    SELECT from_at, to_at, state FROM state_interval
    WHERE machine_key = ${entry.key} AND to_at > ${new Date(from)} AND from_at < ${new Date(to)}
      AND state <> 'Unknown'
    ORDER BY from_at
  `.execute(db)
  const ended = rows.map((row) => ({ from: row.from_at.getTime(), to: row.to_at.getTime(), state: row.state }))
  const open = openTime(newest, entry, now)
  return { from, to, intervals: withUnknown(open === undefined ? ended : [...ended, open], { from, to }) }
}

function withUnknown(known: readonly Interval[], { from, to }: { from: number; to: number }): ReportedInterval[] {
  const found: ReportedInterval[] = []
  let reached = from
  const fill = (until: number) => {
    if (until > reached) found.push({ from: reached, to: until, state: 'Unknown', reportedState: null })
  }
  for (const interval of known) {
    const start = Math.max(interval.from, reached)
    const end = Math.min(interval.to, to)
    if (end <= start) continue
    fill(start)
    found.push({ from: start, to: end, state: stateGroup(interval.state), reportedState: interval.state })
    reached = end
  }
  fill(to)
  return found
}

const buckets = {
  Running: 'runningMs',
  Idle: 'idleMs',
  Stopped: 'stoppedMs',
  Faulted: 'faultedMs',
  Unknown: 'unknownMs',
} as const satisfies Record<HistoryState, keyof StateIntervals['totals']>

function totalsOf(intervals: readonly ReportedInterval[]): StateIntervals['totals'] {
  const totals = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0, unknownMs: 0 }
  for (const { from, to, state } of intervals) totals[buckets[state]] += to - from
  return totals
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

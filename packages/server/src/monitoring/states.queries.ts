import { type HistoryState, type ReportedState, type StateIntervals, stateGroup } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import type { LiveMachine } from '../telemetry/index.ts'

interface Interval {
  from: number
  to: number
  state: ReportedState
}

/** A time in which a machine was in one state, Unix ms. */
export interface ToldInterval {
  from: number
  to: number
  state: HistoryState
  reportedState: ReportedState | null
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
): Promise<{ from: number; to: number; intervals: ToldInterval[] }> {
  const from = Math.min(stretch.from, now)
  const to = Math.min(stretch.to, now)
  const { key } = machine.entry
  // Looked at first: of a state that ends meanwhile the end may then be missing, but never all of the time before it.
  const open = openInterval(machine, now)
  const { rows } = await database.inScope(scope, (transaction) =>
    sql<{ from_at: Date; to_at: Date; state: ReportedState }>`
      SELECT from_at, to_at, state FROM state_interval
      WHERE machine_key = ${key} AND to_at > ${new Date(from)} AND from_at < ${new Date(to)}
      ORDER BY from_at
    `.execute(transaction),
  )
  const ended = rows.map((row) => ({ from: row.from_at.getTime(), to: row.to_at.getTime(), state: row.state }))
  return { from, to, intervals: withUnknown([...ended, ...open], { from, to }) }
}

/** The time that goes on: from its start to now, or as long as the newest record speaks for the machine. */
function openInterval({ values, entry }: LiveMachine, now: number): Interval[] {
  if (!values || values.machineState === null || values.stateSince === null) return []
  const to = Math.min(now, values.at + entry.staleAfterSeconds * 1000)
  return to > values.stateSince ? [{ from: values.stateSince, to, state: values.machineState }] : []
}

function withUnknown(known: readonly Interval[], { from, to }: { from: number; to: number }): ToldInterval[] {
  const told: ToldInterval[] = []
  let reached = from
  const fill = (until: number) => {
    if (until > reached) told.push({ from: reached, to: until, state: 'Unknown', reportedState: null })
  }
  for (const interval of known) {
    const start = Math.max(interval.from, reached)
    const end = Math.min(interval.to, to)
    if (end <= start) continue
    fill(start)
    told.push({ from: start, to: end, state: stateGroup(interval.state), reportedState: interval.state })
    reached = end
  }
  fill(to)
  return told
}

const buckets = {
  Running: 'runningMs',
  Idle: 'idleMs',
  Stopped: 'stoppedMs',
  Faulted: 'faultedMs',
  Unknown: 'unknownMs',
} as const satisfies Record<HistoryState, keyof StateIntervals['totals']>

function totalsOf(intervals: readonly ToldInterval[]): StateIntervals['totals'] {
  const totals = { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0, unknownMs: 0 }
  for (const { from, to, state } of intervals) totals[buckets[state]] += to - from
  return totals
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

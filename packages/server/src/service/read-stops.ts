import type { HistoryState, MachineOee, MachineStops } from '@packhouse/contract'
import type { StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import { intervalsIn, readCounts } from '../monitoring/area.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { type DowntimeFacts, readDowntime, readReasons } from './downtime.queries.ts'
import { oeeOf } from './oee.ts'
import { partsOf, type Said, type Span, type Standstill, standstillsOf } from './stops.ts'

interface Looked {
  window: Span
  intervals: (Span & { state: HistoryState })[]
  standstills: Standstill[]
  facts: DowntimeFacts
}

/** The states of a machine in a window that ends no later than now, and what was said of it. */
async function lookAt(db: Transaction, machine: LiveMachine, span: Span, now: number): Promise<Looked> {
  const window = { from: Math.min(span.from, now), to: Math.min(span.to, now) }
  const facts = await readDowntime(db, machine.entry.key, window)
  const minorMs = facts.minorStopSeconds * 1000
  const wider = { from: window.from - minorMs, to: window.to + minorMs }
  const { intervals } = await intervalsIn(db, machine, wider, now)
  return { window, facts, intervals, standstills: standstillsOf(intervals, window, minorMs) }
}

export async function readStops(
  database: Database,
  scope: CustomerScope,
  machine: LiveMachine,
  span: Span,
  now: number,
): Promise<MachineStops> {
  const { window, facts, intervals, standstills } = await database.inSnapshot(scope, (db) =>
    lookAt(db, machine, span, now),
  )
  const named = new Set(facts.said.map(({ reasonId }) => reasonId))
  const reasons = (await readReasons(database.system)).filter(
    ({ id, active, deleted }) => (active && !deleted) || named.has(id),
  )
  return {
    machineID: machine.entry.machineID,
    timeZone: machine.entry.timeZone,
    ...toInterval(window),
    minorStopSeconds: facts.minorStopSeconds,
    staleAfterSeconds: machine.entry.staleAfterSeconds,
    version: facts.version,
    stops: standstills.flatMap(({ minor, ...stop }) => (minor ? [] : [toStop(stop, facts.said)])),
    unknown: within(intervals, 'Unknown', window).map(toInterval),
    reasons: reasons.map(({ deleted, ...reason }) => ({ ...reason, active: reason.active && !deleted })),
  }
}

/** Whether a stop lies in a stretch at least in part; minor stops do not count. */
export async function hasStop(
  database: Database,
  scope: CustomerScope,
  machine: LiveMachine,
  span: Span,
  now: number,
): Promise<boolean> {
  const { standstills } = await database.inSnapshot(scope, (db) => lookAt(db, machine, span, now))
  return standstills.some(({ minor }) => !minor)
}

function toStop(stop: Omit<Standstill, 'minor'>, said: readonly Said[]) {
  const parts = partsOf(stop, said).map((part) => ({
    ...toInterval(part),
    reasonId: part.said?.reasonId ?? null,
    note: part.said?.note ?? null,
    saidAt: part.said === undefined ? null : iso(part.said.saidAt),
  }))
  return { ...toInterval(stop), state: stop.state, parts }
}

export async function readOee(
  database: Database,
  names: StoredReadingNames,
  scope: CustomerScope,
  machine: LiveMachine,
  span: Span,
  now: number,
): Promise<MachineOee> {
  const { looked, counts } = await database.inSnapshot(scope, async (db) => {
    const states = await lookAt(db, machine, span, now)
    const heard = (await readCounts(db, names, [machine.entry.key], states.window)).get(machine.entry.key)
    return { looked: states, counts: { cycles: heard?.cycles ?? 0, rejects: heard?.rejects ?? 0 } }
  })
  const { window, facts, intervals, standstills } = looked
  const reasons = new Map((await readReasons(database.system)).map((reason) => [reason.id, reason]))
  const { designSpeed, said } = facts
  const { byReason, ...oee } = oeeOf({
    window,
    runningMs: lengthOf(within(intervals, 'Running', window)),
    unknownMs: lengthOf(within(intervals, 'Unknown', window)),
    standstills,
    said,
    kinds: new Map([...reasons].map(([id, { kind }]) => [id, kind])),
    ...counts,
    designSpeed,
  })
  return {
    machineID: machine.entry.machineID,
    timeZone: machine.entry.timeZone,
    ...toInterval(window),
    lengthMs: window.to - window.from,
    designSpeed,
    minorStopSeconds: facts.minorStopSeconds,
    staleAfterSeconds: machine.entry.staleAfterSeconds,
    ...counts,
    ...oee,
    reasons: [...byReason]
      .toSorted(([, one], [, other]) => other - one)
      .flatMap(([reasonId, lengthMs]) => {
        const reason = reasons.get(reasonId)
        return reason === undefined ? [] : [{ reasonId, name: reason.name, kind: reason.kind, lengthMs }]
      }),
  }
}

/** The times in one state, as far as they lie in the window. */
function within(intervals: Looked['intervals'], state: HistoryState, window: Span): Span[] {
  return intervals.flatMap((interval) => {
    const from = Math.max(interval.from, window.from)
    const to = Math.min(interval.to, window.to)
    return interval.state === state && from < to ? [{ from, to }] : []
  })
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0)
}

function toInterval({ from, to }: Span): { from: string; to: string } {
  return { from: iso(from), to: iso(to) }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

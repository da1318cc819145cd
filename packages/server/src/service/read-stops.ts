import type { HistoryState, MachineOee, MachineStops, StopReason } from '@packhouse/contract'
import type { StoredReadingNames } from '../history/index.ts'
import type { LiveMachine } from '../live/index.ts'
import { intervalsIn, readCounts } from '../monitoring/area.ts'
import type { CustomerScope, Database, Transaction } from '../platform/database.ts'
import { type Availability, availabilityIn, namedReasons, timesIn } from './availability.ts'
import { type DowntimeFacts, readDowntime, readReasons } from './downtime.queries.ts'
import { oeeOf } from './oee.ts'
import { type MeasuredRejects, readMeasuredRejects } from './rejects.queries.ts'
import { cutByPlan } from './shift-times.ts'
import { readUnplannedTimes } from './shifts.queries.ts'
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
  const reasons = await readReasons(database.system)
  const { oee } = await database.inSnapshot(scope, (db) => lookAtProduction(db, { names, reasons, now }, machine, span))
  return oee
}

/** What figures of production are worked out with. */
export interface ProductionContext {
  names: StoredReadingNames
  reasons: readonly StopReason[]
  now: number
}

/** OEE of a stretch, and what lies behind it. */
export interface LookedAtProduction {
  oee: MachineOee
  unplannedTimes: Span[]
  /** Stops in planned time with their reasons, in order; minor ones do not count. */
  stops: (Span & { reason: string | null })[]
  /** Whether anything was heard. */
  isMeasured: boolean
  /** Undefined where the machine does not say in the stretch how many rejects it makes: quality is not measured then. */
  measured: MeasuredRejects | undefined
  /** Of some times of the stretch. @param times in order, never overlapping */
  availabilityIn: (times: readonly Span[]) => Availability
}

/**
 * Works out the OEE of a machine in a stretch that ends no later than now.
 * @param db a snapshot. @param idealRate cycles per minute, in the place of the design speed of the machine
 */
export async function lookAtProduction(
  db: Transaction,
  { names, reasons: all, now }: ProductionContext,
  machine: LiveMachine,
  span: Span,
  idealRate?: number | null,
): Promise<LookedAtProduction> {
  const { window, facts, intervals, standstills } = await lookAt(db, machine, span, now)
  const heard = (await readCounts(db, names, [machine.entry.key], window)).get(machine.entry.key)
  const unplannedTimes = await readUnplannedTimes(db, machine.entry.key, window)
  const reasons = new Map(all.map((reason) => [reason.id, reason]))
  const counts = { cycles: heard?.cycles ?? 0, rejects: heard?.rejects ?? 0 }
  const measured = await readMeasuredRejects(db, names, machine.entry.key, window, heard)
  const designSpeed = idealRate ?? facts.designSpeed
  const standing = {
    ...{ running: within(intervals, 'Running', window), unknown: within(intervals, 'Unknown', window) },
    ...{ standstills, said: facts.said, unplannedTimes, reasons },
  }
  const { byReason, ...oee } = oeeOf({
    ...timesIn(standing, [window]),
    cycles: counts.cycles,
    rejects: measured === undefined ? null : { count: measured.rejects, ofCycles: measured.cycles },
    designSpeed,
  })
  return {
    unplannedTimes,
    isMeasured: oee.buckets.unknownMs < window.to - window.from || (heard?.records ?? 0) > 0,
    measured,
    availabilityIn: (times) => availabilityIn(standing, times),
    stops: standstills.flatMap((standstill) =>
      standstill.minor
        ? []
        : cutByPlan(partsOf(standstill, facts.said), unplannedTimes).flatMap(({ from, to, said, isUnplannedTime }) =>
            isUnplannedTime ? [] : [{ from, to, reason: reasons.get(said?.reasonId ?? '')?.name ?? null }],
          ),
    ),
    oee: {
      machineID: machine.entry.machineID,
      timeZone: machine.entry.timeZone,
      ...toInterval(window),
      lengthMs: window.to - window.from,
      designSpeed,
      minorStopSeconds: facts.minorStopSeconds,
      staleAfterSeconds: machine.entry.staleAfterSeconds,
      ...counts,
      measuredCycles: measured?.cycles ?? 0,
      ...oee,
      reasons: namedReasons(byReason, reasons),
    },
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

function toInterval({ from, to }: Span): { from: string; to: string } {
  return { from: iso(from), to: iso(to) }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

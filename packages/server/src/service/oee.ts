import { type DowntimeKind, type OeeBuckets, type OeeFactor, type StopKind, stopKinds } from '@packhouse/contract'
import { cutByPlan } from './shift-times.ts'
import { partsOf, type Said, type Span, type Standstill } from './stops.ts'

const MINUTE_MS = 60_000

const bucketOf = {
  unplanned: 'unplannedMs',
  planned: 'plannedMs',
  changeover: 'changeoverMs',
  minorStop: 'minorStopMs',
} as const satisfies Record<StopKind, keyof OeeBuckets>

/** What OEE is worked out from. */
export interface OeeInput {
  /** Of the time that is looked at. */
  lengthMs: number
  /** Time in which it ran, and in which nothing was heard; with the standstills they make up the length. */
  runningMs: number
  unknownMs: number
  standstills: readonly Standstill[]
  said: readonly Said[]
  kinds: ReadonlyMap<string, DowntimeKind>
  /** When no production is planned, in order: who stands still then does as planned. */
  unplannedTimes: readonly Span[]
  cycles: number
  /** With the cycles of the hours for which they are reported. Null where the machine does not report them: quality is not measured then. */
  rejects: { count: number; ofCycles: number } | null
  /** Cycles per minute; null if not set. */
  designSpeed: number | null
}

export interface Oee {
  buckets: OeeBuckets
  plannedProductionMs: number
  goodCycles: number
  availability: number | null
  performance: number | null
  quality: number | null
  oee: number | null
  /** What the OEE is the product of. */
  factors: OeeFactor[]
  utilization: number | null
  /** How long it stood still for each reason, ms. */
  byReason: Map<string, number>
}

/**
 * Overall equipment effectiveness by the six big losses (Nakajima): planned stops, also those outside of shifts, are no part of the base, stops take from
 * availability, minor stops and speed from performance, rejects from quality. Where rejects are not measured, the OEE is the product of the other two.
 */
export function oeeOf(input: OeeInput): Oee {
  const { cycles, rejects, runningMs, lengthMs } = input
  const { count: rejected, ofCycles } = rejects ?? { count: 0, ofCycles: cycles }
  const good = Math.max(0, ofCycles - rejected)
  const cycleMs = input.designSpeed ? MINUTE_MS / input.designSpeed : null
  const idealMs = cycleMs === null ? runningMs : Math.min(runningMs, Math.round(cycles * cycleMs))
  const { buckets, byReason } = sharedOut(input, idealMs)
  const plannedProductionMs = lengthMs - buckets.unknownMs - buckets.plannedMs
  const operatingMs = runningMs + buckets.minorStopMs
  return {
    buckets,
    byReason,
    plannedProductionMs,
    goodCycles: Math.max(0, cycles - rejected),
    availability: share(operatingMs, plannedProductionMs),
    performance: cycleMs === null ? null : share(cycles * cycleMs, operatingMs),
    quality: rejects === null ? null : share(good, ofCycles),
    // Cycles without reported rejects count as good as the others.
    oee:
      cycleMs === null ? null : share((ofCycles > 0 ? (cycles * good) / ofCycles : 0) * cycleMs, plannedProductionMs),
    factors: factorsOf(rejects !== null),
    // Unknown time does not count as time in which the machine did not run.
    utilization: buckets.unknownMs < lengthMs ? share(runningMs, lengthMs) : null,
  }
}

/** What an OEE is the product of. */
function factorsOf(measuresQuality: boolean): OeeFactor[] {
  return measuresQuality ? ['availability', 'performance', 'quality'] : ['availability', 'performance']
}

function sharedOut(input: OeeInput, idealMs: number): Pick<Oee, 'buckets' | 'byReason'> {
  const buckets: OeeBuckets = {
    runningMs: idealMs,
    speedLossMs: input.runningMs - idealMs,
    minorStopMs: 0,
    unplannedMs: 0,
    plannedMs: 0,
    changeoverMs: 0,
    uncategorisedMs: 0,
    unknownMs: input.unknownMs,
  }
  const byReason = new Map<string, number>()
  for (const standstill of input.standstills) {
    // A reason is of a stop; what was said of a time around counts nothing for a minor one in it.
    const parts = standstill.minor ? [{ ...standstill, said: undefined }] : partsOf(standstill, input.said)
    for (const { from, to, said, isUnplannedTime } of cutByPlan(parts, input.unplannedTimes)) {
      const bucket = isUnplannedTime ? 'plannedMs' : standstill.minor ? 'minorStopMs' : 'uncategorisedMs'
      buckets[said === undefined ? bucket : bucketOf[stopKindOf(input.kinds.get(said.reasonId))]] += to - from
      if (said !== undefined) byReason.set(said.reasonId, (byReason.get(said.reasonId) ?? 0) + to - from)
    }
  }
  return { buckets, byReason }
}

/** A reason that became one of running time later does not make a stop anything else than unplanned. */
function stopKindOf(kind: DowntimeKind | undefined): StopKind {
  return stopKinds.find((one) => one === kind) ?? 'unplanned'
}

/** Null if there is nothing to have a share of. */
function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}

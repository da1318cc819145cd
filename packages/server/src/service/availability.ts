import type { DowntimeKind, MachineOee, StopReason } from '@packhouse/contract'
import { overlapping } from '../telemetry/index.ts'
import { type OeeInput, oeeOf } from './oee.ts'
import { lengthOf } from './shift-times.ts'
import type { Said, Span, Standstill } from './stops.ts'

/** What a machine did in a stretch, as availability is counted of it. All are in order and never overlap. */
interface Standing {
  running: readonly Span[]
  /** In which nothing was heard; with the other two they make up the stretch. */
  unknown: readonly Span[]
  standstills: readonly Standstill[]
  said: readonly Said[]
  unplannedTimes: readonly Span[]
  reasons: ReadonlyMap<string, StopReason>
}

/** Availability of a part of a stretch, and what it is worked out from. */
export interface Availability {
  /** Null where none of the time is planned and known. */
  availability: number | null
  plannedProductionMs: number
  unknownMs: number
  reasons: MachineOee['reasons']
}

/** How the parts of a stretch in some times are shared out, as OEE wants it. A stop is as minor as the whole of it is. */
export function timesIn(
  { running, unknown, standstills, said, unplannedTimes, reasons }: Standing,
  times: readonly Span[],
): Omit<OeeInput, 'cycles' | 'rejects' | 'designSpeed'> {
  return {
    ...{ said, unplannedTimes, kinds: kindsOf(reasons) },
    lengthMs: lengthOf(times),
    runningMs: lengthOf(partsIn(running, times)),
    unknownMs: lengthOf(partsIn(unknown, times)),
    standstills: partsIn(standstills, times),
  }
}

/** Availability of some times of a stretch, as OEE counts it. @param times in order, never overlapping */
export function availabilityIn(standing: Standing, times: readonly Span[]): Availability {
  const uncounted = { cycles: 0, rejects: null, designSpeed: null }
  const { availability, plannedProductionMs, buckets, byReason } = oeeOf({ ...timesIn(standing, times), ...uncounted })
  const { unknownMs } = buckets
  return { availability, plannedProductionMs, unknownMs, reasons: namedReasons(byReason, standing.reasons) }
}

/** Reasons with the time of each, the longest first. */
export function namedReasons(
  byReason: ReadonlyMap<string, number>,
  all: ReadonlyMap<string, StopReason>,
): MachineOee['reasons'] {
  return [...byReason]
    .toSorted(([, one], [, other]) => other - one)
    .flatMap(([reasonId, lengthMs]) => {
      const reason = all.get(reasonId)
      return reason === undefined ? [] : [{ reasonId, name: reason.name, kind: reason.kind, lengthMs }]
    })
}

function kindsOf(reasons: ReadonlyMap<string, StopReason>): Map<string, DowntimeKind> {
  return new Map([...reasons].map(([id, { kind }]) => [id, kind]))
}

/** What of stretches lies in some times. */
function partsIn<Stretch extends Span>(all: readonly Stretch[], times: readonly Span[]): Stretch[] {
  return times.flatMap((time) =>
    overlapping(all, time).map((one) => ({
      ...one,
      from: Math.max(one.from, time.from),
      to: Math.min(one.to, time.to),
    })),
  )
}

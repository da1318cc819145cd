import { LONGEST_STOPS, type ProductionFigures } from '@packhouse/contract'
import type { LookedAtProduction } from '../service/area.ts'

/** What a machine did in a stretch, as people compare it with the plan. Where nothing was heard there are no counts: not measured is not zero. */
export function figuresOf({ oee, unplannedTimes, stops, isMeasured }: LookedAtProduction): ProductionFigures {
  const { buckets, lengthMs, availability, performance, quality } = oee
  const unplannedMs = unplannedTimes.reduce((sum, { from, to }) => sum + to - from, 0)
  const longest = stops.toSorted((one, other) => other.to - other.from - (one.to - one.from)).slice(0, LONGEST_STOPS)
  return {
    lengthMs,
    plannedMs: lengthMs - unplannedMs,
    unplannedMs,
    runningMs: buckets.runningMs + buckets.speedLossMs,
    stoppedMs: buckets.minorStopMs + buckets.unplannedMs + buckets.changeoverMs + buckets.uncategorisedMs,
    plannedStopMs: buckets.plannedMs,
    unknownMs: buckets.unknownMs,
    cycles: isMeasured ? oee.cycles : null,
    goodCycles: isMeasured ? oee.goodCycles : null,
    idealRate: oee.designSpeed,
    availability,
    performance,
    quality,
    oee: oee.oee,
    factors: oee.factors,
    stops: longest.map(({ from, to, reason }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      reason,
    })),
  }
}

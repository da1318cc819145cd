import type { LiveMachine } from '../live/index.ts'
import type { Transaction } from '../platform/database.ts'
import { lookAtProduction, type ProductionContext } from '../service/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import type { Live, Weeks } from './actual.ts'
import type { StopBasis } from './gap.ts'
import { rejectRateOf } from './reject-rate.ts'
import { hundredths } from './rounding.ts'
import { stopGroups } from './stop-groups.ts'

const DAY_MS = 24 * HOUR_MS

/** Availability and rejects of a machine in percent, not rounded yet. */
export interface Shares {
  availability: Live | null
  rejectRate: Live | null
  stops: StopBasis
  /** Those that rejects are measured of. */
  measuredCycles: number
}

/** Those of a machine of which nothing counts. */
export const NO_SHARES: Shares = {
  availability: null,
  rejectRate: null,
  stops: { plannedMs: 0, groups: [] },
  measuredCycles: 0,
}

/**
 * Availability and rejects as OEE counts them. Time in which the machine ran and reported no rejects is unknown to their rate.
 * @param db a snapshot; @param weeks those that count
 */
export async function readShares(
  db: Transaction,
  context: ProductionContext,
  machine: LiveMachine,
  { from, to }: Weeks,
): Promise<Shares> {
  if (from > to) return NO_SHARES
  const span = { from: Date.parse(from), to: Date.parse(to) + DAY_MS }
  const { oee, measured } = await lookAtProduction(db, context, machine, span)
  const { plannedProductionMs, buckets } = oee
  const inPercent = (share: number | null, knownMs = plannedProductionMs): Live | null => {
    if (share === null) return null
    const unknownMs = buckets.unknownMs + plannedProductionMs - knownMs
    const [hours, unknownHours] = [hundredths(knownMs / HOUR_MS), hundredths(unknownMs / HOUR_MS)]
    return { value: share * 100, p10: null, p90: null, hours, unknownHours, uncheckedHours: 0 }
  }
  return {
    availability: inPercent(oee.availability),
    rejectRate: inPercent(rejectRateOf(measured), plannedProductionMs * (measured?.share ?? 1)),
    stops: { plannedMs: plannedProductionMs, groups: stopGroups(oee.reasons, context.reasons) },
    measuredCycles: measured?.cycles ?? 0,
  }
}

import type { PromiseKind } from '@packhouse/contract'
import type { HeldOnDay } from '../library/area.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Transaction } from '../platform/database.ts'
import { type Availability, lookAtProduction, type ProductionContext } from '../service/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import type { Live, Weeks } from './actual.ts'
import { type CheckedConditions, hasConditions } from './conditions.ts'
import type { RejectBasis, StopBasis } from './gap.ts'
import { rejectRateOf } from './reject-rate.ts'
import { type RecipeRejects, readRejectsOfRecipes } from './rejects-of-recipes.queries.ts'
import { hundredths } from './rounding.ts'
import { stopGroups } from './stop-groups.ts'
import { timesUnder } from './times-under.ts'

const DAY_MS = 24 * HOUR_MS

/** Availability and rejects of a machine in percent, not rounded yet. */
export interface Shares {
  availability: Live | null
  rejectRate: Live | null
  stops: StopBasis
  /** Those that rejects are measured of. */
  measuredCycles: number
  /** Rejects by recipe in the times that count, where not all do. */
  recipes?: RejectBasis['recipes']
}

/** Those under the conditions of a promise; without conditions, of all of the time. */
export type SharesOf = (conditions: CheckedConditions) => Shares

/** Those of a machine of which nothing counts. */
export const NO_SHARES: Shares = {
  availability: null,
  rejectRate: null,
  stops: { plannedMs: 0, groups: [] },
  measuredCycles: 0,
}

/** What shares are of. */
interface SharedTime {
  /** Those that count. */
  weeks: Weeks
  /** The promises that ask for times under their conditions. */
  asking: readonly (CheckedConditions & { kind: PromiseKind })[]
  /** Recipes and conditions of tags over these times; empty where no promise asks for them. */
  held: readonly HeldOnDay[]
}

/**
 * Availability and rejects as OEE counts them. Time in which the machine ran and reported no rejects is unknown to their rate, and time of which it is not
 * known whether it was under the conditions is not checked.
 * @param db a snapshot
 */
export async function readShares(
  db: Transaction,
  context: ProductionContext,
  machine: LiveMachine,
  { weeks: { from, to }, asking, held }: SharedTime,
): Promise<SharesOf> {
  if (from > to) return () => NO_SHARES
  const stretch = { from: Date.parse(from), to: Date.parse(to) + DAY_MS }
  const { availabilityIn, measured } = await lookAtProduction(db, context, machine, stretch)
  const stopsOf = ({ plannedProductionMs: plannedMs, reasons }: Availability): StopBasis => {
    return { plannedMs, groups: stopGroups(reasons, context.reasons) }
  }
  const all = availabilityIn([stretch])
  const whole = { ...sharesOf(all, measured, 0), stops: stopsOf(all), measuredCycles: measured?.cycles ?? 0 }
  const under = new Map<string, Shares>()
  for (const [key, promises] of Map.groupBy(asking, keyOf)) {
    const [conditions] = promises
    if (conditions === undefined) continue
    const { byRecipe, times, unchecked } = timesUnder(conditions, held, stretch)
    const countsRejects = promises.some(({ kind }) => kind === 'rejectRate')
    const recipes = countsRejects ? await readRejectsOfRecipes(db, machine.entry.key, stretch, byRecipe) : []
    const [own, rejects] = [availabilityIn(times), sumOf(recipes)]
    under.set(key, {
      ...sharesOf(own, rejects, availabilityIn(unchecked).plannedProductionMs),
      ...{ stops: stopsOf(own), measuredCycles: rejects?.cycles ?? 0, recipes },
    })
  }
  return (conditions) => (hasConditions(conditions) ? (under.get(keyOf(conditions)) ?? NO_SHARES) : whole)
}

/** Promises under the same conditions have the same times. */
function keyOf({ styleId, recipe, tag }: CheckedConditions): string {
  return JSON.stringify([styleId, recipe, tag])
}

/** What rejects are of: cycles for which they are reported, and the part of the known time with such cycles or without any. */
interface Measured {
  rejects: number
  cycles: number
  share: number
}

function sharesOf(
  { availability, plannedProductionMs, unknownMs: unheardMs }: Availability,
  measured: Measured | undefined,
  uncheckedMs: number,
): Pick<Shares, 'availability' | 'rejectRate'> {
  const inPercent = (share: number | null, knownMs: number): Live | null => {
    if (share === null) return null
    const unknownMs = unheardMs + plannedProductionMs - knownMs
    return {
      ...{ value: share * 100, p10: null, p90: null, hours: hoursOf(knownMs) },
      ...{ unknownHours: hoursOf(unknownMs), uncheckedHours: hoursOf(uncheckedMs) },
    }
  }
  return {
    availability: inPercent(availability, plannedProductionMs),
    rejectRate: inPercent(rejectRateOf(measured), plannedProductionMs * (measured?.share ?? 1)),
  }
}

function hoursOf(ms: number): number {
  return hundredths(ms / HOUR_MS)
}

/** @returns undefined where no rejects of any of them are measured */
function sumOf(recipes: readonly RecipeRejects[]): Measured | undefined {
  const total = (of: 'rejects' | 'cycles' | 'knownMs' | 'silentMs') => recipes.reduce((sum, one) => sum + one[of], 0)
  const [cycles, knownMs] = [total('cycles'), total('knownMs')]
  if (cycles === 0) return undefined
  return { rejects: total('rejects'), cycles, share: knownMs > 0 ? 1 - total('silentMs') / knownMs : 1 }
}

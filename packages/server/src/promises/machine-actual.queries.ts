import { type MachinePromises, type PromiseActual, unitsPerCycle } from '@packhouse/contract'
import { sql } from 'kysely'
import { readConditionedDays, readHeldTimes, readRunningDays } from '../library/area.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { readReasons } from '../service/area.ts'
import { countedWeeks, judge, type Live, roundingOf, speedByWeek, type Weeks } from './actual.ts'
import { asksForTimes, notChecked, type UnderConditions, underConditions } from './conditions.ts'
import { readCountedFrom } from './counted-from.queries.ts'
import { availabilityGap, type RejectBasis, rejectGap, speedGap } from './gap.ts'
import { liveFigure } from './live-figure.ts'
import { type PromiseRow, readMachine, readPromises, readTested, type TestedRow } from './promises.queries.ts'
import { readRejectsByRecipe } from './reject-recipes.queries.ts'
import type { Round } from './rounding.ts'
import { NO_SHARES, readShares, type Shares, type SharesOf } from './shares.queries.ts'

/** What was promised of a machine, what acceptance tests showed and what it does. @param machine one that the reader may see */
export async function readActual(
  database: Database,
  telemetry: Telemetry,
  scope: CustomerScope,
  machine: LiveMachine,
  weeks: Weeks,
): Promise<MachinePromises> {
  const { key, machineID, timeZone } = machine.entry
  const found = await database.inSnapshot(scope, async (db) => ({
    about: await readMachine(db, key),
    promises: await readPromises(db, key),
    tested: await readTested(db, key),
  }))
  const isWanted = (kind: PromiseRow['kind']) => found.promises.some((promise) => promise.kind === kind)
  // Customers see how fast their machine ran, though not the evidence and the styles of the library that it is counted for.
  const counted = countedWeeks(weeks, (await readCountedFrom(database.system, [key])).get(key))
  const days = isWanted('speed') ? await readRunningDays(database.system, [key], counted) : []
  const conditioned = isWanted('speed') ? await readConditionedDays(database.system, [key], counted) : []
  const styles = await readStyleNames(database, found.promises)
  const sharesOf: SharesOf =
    isWanted('availability') || isWanted('rejectRate')
      ? await readOwnShares(database, telemetry, scope, machine, { counted, promises: found.promises })
      : () => NO_SHARES
  const recipes = isWanted('rejectRate') ? await readRejectsByRecipe(database.system, key, counted) : []
  return {
    machineID,
    machineId: found.about?.id ?? '',
    description: found.about?.description ?? null,
    timeZone,
    ...weeks,
    promises: found.promises.map((promise) => {
      const { id: promiseId, styleId } = promise
      const under = underConditions(promise, days, conditioned)
      const style = styleId === null ? null : { id: styleId, name: styles.get(styleId) ?? '' }
      const own = found.tested.filter((test) => test.promiseId === promiseId)
      return actualOf(promise, { style, tested: own, under, shares: sharesOf(promise), recipes })
    }),
  }
}

interface Facts {
  style: PromiseActual['style']
  /** Of this promise. */
  tested: readonly TestedRow[]
  under: UnderConditions
  /** Under its conditions. */
  shares: Shares
  /** Rejects by recipe, of a promise that counts at all times. */
  recipes: RejectBasis['recipes']
}

function actualOf(promise: PromiseRow, facts: Facts): PromiseActual {
  const { style, tested, under, shares } = facts
  const { styleId: _, ...shown } = promise
  const round = roundingOf(promise)
  const live = liveFigure(promise, under, shares)
  const tests = { factory: newestOf(tested, 'factory'), site: newestOf(tested, 'site') }
  return {
    ...shown,
    ...{ style, tests, live, notChecked: notChecked(promise, promise) },
    ...judge(promise, live),
    weeks: live !== null && promise.kind === 'speed' ? speedByWeek(under.days, round, unitsPerCycle(promise) ?? 1) : [],
    gap: gapOf(promise, live, round, facts),
  }
}

function gapOf(
  promise: PromiseRow,
  live: Live | null,
  round: Round,
  { tested, under, shares, recipes }: Facts,
): PromiseActual['gap'] {
  if (judge(promise, live).result === 'notMeasured') return []
  if (promise.kind === 'availability') return availabilityGap(promise, live, round, shares.stops)
  // What was not accepted, such as a test that was broken off, says nothing of what the machine can do.
  const accepted = tested.filter((test) => test.accepted)
  const testedValue = (test: TestedRow['kind']) => newestOf(accepted, test)?.value ?? null
  const values = { factory: testedValue('factory'), site: testedValue('site') }
  const perCycle = unitsPerCycle(promise) ?? 1
  if (promise.kind === 'speed') return speedGap(promise, live, round, { tested: values, perCycle, ...under })
  if (promise.kind !== 'rejectRate') return []
  return rejectGap(promise, live, round, {
    tested: values,
    cycles: shares.measuredCycles,
    recipes: shares.recipes ?? recipes,
  })
}

function newestOf(tested: readonly TestedRow[], kind: TestedRow['kind']) {
  const found = tested.find((row) => row.kind === kind)
  if (found === undefined) return null
  const { promiseId, kind: _, ...test } = found
  return test
}

/** What the reader sees of availability and rejects. */
async function readOwnShares(
  database: Database,
  { names }: Telemetry,
  scope: CustomerScope,
  machine: LiveMachine,
  { counted, promises }: { counted: Weeks; promises: readonly PromiseRow[] },
): Promise<SharesOf> {
  const reasons = await readReasons(database.system)
  const context = { names, reasons, now: clock.now() }
  const asking = promises.filter(asksForTimes)
  const held = asking.length > 0 ? await readHeldTimes(database.system, machine.entry.key, counted) : []
  return await database.inSnapshot(scope, (db) => readShares(db, context, machine, { weeks: counted, asking, held }))
}

async function readStyleNames(database: Database, promises: readonly PromiseRow[]): Promise<Map<string, string>> {
  const ids = promises.flatMap(({ styleId }) => styleId ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM packaging_style WHERE id = ANY (${ids}::uuid[])
  `.execute(database.system)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

import { isComparablePromise, type MachinePromises, type PromiseActual } from '@packhouse/contract'
import { sql } from 'kysely'
import { readConditionedDays, readRunningDays } from '../library/area.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { readProduction, readReasons } from '../service/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { judge, type Live, liveSpeed, roundingOf, speedByWeek, type Weeks } from './actual.ts'
import { notChecked, type UnderConditions, underConditions } from './conditions.ts'
import { readCountedFrom } from './counted-from.queries.ts'
import { availabilityGap, type StopBasis, speedGap } from './gap.ts'
import { type PromiseRow, readMachine, readPromises, readTested, type TestedRow } from './promises.queries.ts'
import { rejectRateOf } from './reject-rate.ts'
import { hundredths, type Round } from './rounding.ts'
import { stopGroups } from './stop-groups.ts'

const DAY_MS = 24 * HOUR_MS

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
  const counted = await countedWeeks(database, key, weeks)
  const days = isWanted('speed') ? await readRunningDays(database.system, [key], counted) : []
  const conditioned = isWanted('speed') ? await readConditionedDays(database.system, [key], counted) : []
  const styles = await readStyleNames(database, found.promises)
  const shares =
    (isWanted('availability') || isWanted('rejectRate')) && counted.from <= counted.to
      ? await readShares(database, telemetry, scope, machine, counted)
      : { availability: null, rejectRate: null, stops: { plannedMs: 0, groups: [] } }
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
      return actualOf(promise, { style, tested: own, under, shares })
    }),
  }
}

/** The days of some weeks that count for promises of a machine. */
async function countedWeeks(database: Database, key: number, weeks: Weeks): Promise<Weeks> {
  const counted = (await readCountedFrom(database.system, [key])).get(key)
  return counted === undefined || counted <= weeks.from ? weeks : { ...weeks, from: counted }
}

interface Facts {
  style: PromiseActual['style']
  /** Of this promise. */
  tested: readonly TestedRow[]
  under: UnderConditions
  shares: Shares
}

function actualOf(promise: PromiseRow, { style, tested, under, shares }: Facts): PromiseActual {
  const { styleId: _, ...shown } = promise
  const round = roundingOf(promise)
  const live = liveOf(promise, round, under, shares)
  const tests = { factory: newestOf(tested, 'factory'), site: newestOf(tested, 'site') }
  return {
    ...shown,
    ...{ style, tests, live, notChecked: notChecked(promise, promise) },
    ...judge(promise, live),
    weeks: live !== null && promise.kind === 'speed' ? speedByWeek(under.days, round) : [],
    gap: promise.direction === 'atLeast' ? gapOf(promise, live, round, { tested, under, shares }) : [],
  }
}

function gapOf(
  { kind, figure }: PromiseRow,
  live: Live | null,
  round: Round,
  { tested, under, shares }: Omit<Facts, 'style'>,
): PromiseActual['gap'] {
  if (kind === 'availability') return availabilityGap(figure, live, round, shares.stops)
  if (kind !== 'speed') return []
  // What was not accepted, such as a test that was broken off, says nothing of what the machine can do.
  const accepted = tested.filter((test) => test.accepted)
  const testedValue = (test: TestedRow['kind']) => newestOf(accepted, test)?.value ?? null
  const values = { factory: testedValue('factory'), site: testedValue('site') }
  return speedGap(figure, live, round, { tested: values, ...under })
}

/** Null where the promise is in another measure than what is measured. */
function liveOf(
  promise: PromiseRow,
  round: Round,
  { days, uncheckedMs }: UnderConditions,
  shares: Shares,
): Live | null {
  const { kind } = promise
  if (kind === 'other' || !isComparablePromise(promise)) return null
  if (kind === 'speed') return liveSpeed(days, round, uncheckedMs)
  const share = shares[kind]
  return share === null ? null : { ...share, value: round(share.value) }
}

function newestOf(tested: readonly TestedRow[], kind: TestedRow['kind']) {
  const found = tested.find((row) => row.kind === kind)
  if (found === undefined) return null
  const { promiseId, kind: _, ...test } = found
  return test
}

/** In percent, not rounded yet. */
interface Shares {
  availability: Live | null
  rejectRate: Live | null
  stops: StopBasis
}

/** Availability and rejects in percent, counted as OEE counts them. */
async function readShares(
  database: Database,
  { names }: Telemetry,
  scope: CustomerScope,
  machine: LiveMachine,
  { from, to }: Weeks,
): Promise<Shares> {
  const span = { from: Date.parse(from), to: Date.parse(to) + DAY_MS }
  const { oee, reportsRejects } = await readProduction(database, names, scope, machine, span, clock.now())
  const hours = hundredths(oee.plannedProductionMs / HOUR_MS)
  const unknownHours = hundredths(oee.buckets.unknownMs / HOUR_MS)
  const inPercent = (share: number | null): Live | null =>
    share === null ? null : { value: share * 100, p10: null, p90: null, hours, unknownHours, uncheckedHours: 0 }
  return {
    availability: inPercent(oee.availability),
    rejectRate: inPercent(rejectRateOf({ cycles: oee.cycles, rejects: oee.rejects, reportsRejects })),
    stops: {
      plannedMs: oee.plannedProductionMs,
      groups: stopGroups(oee.reasons, await readReasons(database.system)),
    },
  }
}

async function readStyleNames(database: Database, promises: readonly PromiseRow[]): Promise<Map<string, string>> {
  const ids = promises.flatMap(({ styleId }) => styleId ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM packaging_style WHERE id = ANY (${ids}::uuid[])
  `.execute(database.system)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

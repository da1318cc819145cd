import type { MachinePromises, PromiseActual } from '@packhouse/contract'
import { sql } from 'kysely'
import { readConditionedDays, readRunningDays } from '../library/area.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { readOee, readReasons } from '../service/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { judge, type Live, liveSpeed, speedByWeek, type Weeks } from './actual.ts'
import { notChecked, type UnderConditions, underConditions } from './conditions.ts'
import { availabilityGap, type StopBasis, speedGap } from './gap.ts'
import { type PromiseRow, readMachine, readPromises, readTested, type TestedRow } from './promises.queries.ts'
import { hundredths } from './rounding.ts'
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
  const days = isWanted('speed') ? await readRunningDays(database.system, [key], weeks) : []
  const conditioned = isWanted('speed') ? await readConditionedDays(database.system, [key], weeks) : []
  const styles = await readStyleNames(database, found.promises)
  const shares =
    isWanted('availability') || isWanted('rejectRate')
      ? await readShares(database, telemetry, scope, machine, weeks)
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
      const tests = testsOf(promiseId, found.tested)
      return actualOf(promise, { style, tests, under, shares })
    }),
  }
}

interface Facts {
  style: PromiseActual['style']
  tests: PromiseActual['tests']
  under: UnderConditions
  shares: Shares
}

function actualOf(promise: PromiseRow, { style, tests, under, shares }: Facts): PromiseActual {
  const { styleId: _, ...shown } = promise
  const live = liveOf(promise.kind, under, shares)
  return {
    ...shown,
    ...{ style, tests, live, notChecked: notChecked(promise, promise) },
    ...judge(promise, live),
    weeks: promise.kind === 'speed' ? speedByWeek(under.days) : [],
    gap: promise.direction === 'atLeast' ? gapOf(promise, live, { tests, under, shares }) : [],
  }
}

function gapOf(
  { kind, figure }: PromiseRow,
  live: Live | null,
  { tests, under, shares }: Omit<Facts, 'style'>,
): PromiseActual['gap'] {
  if (kind === 'availability') return availabilityGap(figure, live, shares.stops)
  if (kind !== 'speed') return []
  const tested = { factory: tests.factory?.value ?? null, site: tests.site?.value ?? null }
  return speedGap(figure, live, { tested, ...under })
}

function liveOf(kind: PromiseRow['kind'], { days, uncheckedMs }: UnderConditions, shares: Shares): Live | null {
  if (kind === 'speed') return liveSpeed(days, uncheckedMs)
  return kind === 'other' ? null : shares[kind]
}

function testsOf(promise: string, tested: readonly TestedRow[]): PromiseActual['tests'] {
  const newest = (kind: TestedRow['kind']) => {
    const found = tested.find((row) => row.promiseId === promise && row.kind === kind)
    if (found === undefined) return null
    const { promiseId, kind: _, ...test } = found
    return test
  }
  return { factory: newest('factory'), site: newest('site') }
}

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
  const oee = await readOee(database, names, scope, machine, span, Date.now())
  const hours = hundredths(oee.plannedProductionMs / HOUR_MS)
  const unknownHours = hundredths(oee.buckets.unknownMs / HOUR_MS)
  const inPercent = (share: number | null): Live | null =>
    share === null
      ? null
      : { value: hundredths(share * 100), p10: null, p90: null, hours, unknownHours, uncheckedHours: 0 }
  return {
    availability: inPercent(oee.availability),
    rejectRate: inPercent(oee.quality === null ? null : 1 - oee.quality),
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

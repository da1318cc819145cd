import { RECIPE_LENGTH } from '@packhouse/contract'
import { sql } from 'kysely'
import { type Reported, readReported, type SeriesNames } from '../../history/index.ts'
import type { MachineEntry } from '../../live/index.ts'
import { intervalsIn, type ReportedInterval } from '../../monitoring/area.ts'
import type { Transaction } from '../../platform/database.ts'
import { type Change, SPEED_HOLDS_MS, VALUE_HOLDS_MS } from './changes.ts'
import type { DayFacts, Held } from './running-time.ts'
import { conditionKey, isMet, readConditions } from './speed-conditions.ts'

const SPEED = 'cyclesPerMin'

/** Where facts of days come from. */
export interface FactSources {
  names: SeriesNames
  /** Names of readings that tell the recipe; of those that one record reports the first counts. */
  recipeReadings: readonly string[]
  /** Names of readings that tell the speed that is set; the same counts. */
  setSpeedReadings: readonly string[]
}

/**
 * What is known of a machine on a day that is over.
 * @param db a snapshot
 * @param span the day, Unix ms; @param now nothing is known of what comes after it
 */
export async function readDayFacts(
  db: Transaction,
  sources: FactSources,
  entry: MachineEntry,
  { from, to }: { from: number; to: number },
  now: number,
): Promise<DayFacts> {
  const { names, recipeReadings } = sources
  const machineKey = entry.key
  // A speed holds no longer, so that a start before does not matter.
  const { intervals } = await intervalsIn(db, { entry }, { from: from - SPEED_HOLDS_MS, to }, now)
  const reported = await readReported(db, names, { machineKey, tags: [SPEED, ...recipeReadings], from, to })
  const speeds = reported.get(SPEED) ?? []
  return {
    from,
    to,
    running: runningStretches(intervals).filter((stretch) => stretch.to > from),
    speeds: speeds.map(({ at, value }) => ({ at, value: Number(value) })),
    recipes: recipesOf(recipeReadings.map((name) => reported.get(name) ?? [])),
    before: await readHeld(db, machineKey, from),
    ...(await readForPromises(db, sources, machineKey, { from, to })),
  }
}

/** What promises of speed are held against beside the speed. Nothing is read of machines without one. */
async function readForPromises(
  db: Transaction,
  { names, setSpeedReadings }: FactSources,
  machineKey: number,
  { from, to }: { from: number; to: number },
): Promise<Pick<DayFacts, 'setSpeeds' | 'conditions'>> {
  const conditions = await readConditions(db, machineKey)
  if (conditions.length === 0) return { setSpeeds: [], conditions: [] }
  const tags = [...new Set([...setSpeedReadings, ...conditions.flatMap((condition) => condition?.tag ?? [])])]
  const reported = await readReported(db, names, { machineKey, tags, from: from - VALUE_HOLDS_MS, to })
  return {
    setSpeeds: setSpeedsOf(setSpeedReadings.map((name) => reported.get(name) ?? [])),
    conditions: conditions.map((condition) => ({
      key: conditionKey(condition),
      met:
        condition === null
          ? null
          : (reported.get(condition.tag) ?? []).map(({ at, value }) => ({ at, value: isMet(condition, value) })),
    })),
  }
}

/** @param lists the one that counts first comes first */
function setSpeedsOf(lists: readonly (readonly Reported[])[]): Change<number>[] {
  const byTime = new Map<number, number>()
  for (const list of lists.toReversed())
    for (const { at, value } of list) if (typeof value === 'number') byTime.set(at, value)
  return [...byTime].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at)
}

/** Times of running without a gap, whatever name the machine has for them. */
function runningStretches(intervals: readonly ReportedInterval[]): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const { from, to, state } of intervals) {
    if (state !== 'Running') continue
    const last = stretches.at(-1)
    if (last?.to === from) last.to = to
    else stretches.push({ from, to })
  }
  return stretches
}

/** @param lists the one that counts first comes first */
export function recipesOf(lists: readonly (readonly Reported[])[]): Change<string | null>[] {
  const byTime = new Map<number, string | null>()
  for (const list of lists.toReversed()) for (const { at, value } of list) byTime.set(at, recipeOf(value))
  return [...byTime].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at)
}

/** The text that staff map: some machines send the number of a recipe. Null: none is set. */
export function recipeOf(value: Reported['value']): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return [...text].slice(0, RECIPE_LENGTH).join('').trim() || null
}

/** A row of `fleet_day`, or what it would be. */
export interface HeldRow {
  speed: number | null
  speedAt: Date | null
  recipe: string | null
  recipeAt: Date | null
}

/** What was reported last before a day, as it was found when the days before were counted. */
async function readHeld(db: Transaction, machineKey: number, day: number): Promise<Held> {
  const { rows } = await sql<HeldRow>`
    SELECT speed, speed_at AS "speedAt", recipe, recipe_at AS "recipeAt" FROM fleet_day
    WHERE machine_key = ${machineKey} AND day < (${new Date(day)}::timestamptz AT TIME ZONE 'UTC')::date
    ORDER BY day DESC LIMIT 1
  `.execute(db)
  return toHeld(rows[0])
}

export function toHeld(row: HeldRow | undefined): Held {
  const { speed = null, speedAt = null, recipe = null, recipeAt = null } = row ?? {}
  return {
    speed: speed === null || speedAt === null ? undefined : { at: speedAt.getTime(), value: speed },
    recipe: recipeAt === null ? undefined : { at: recipeAt.getTime(), value: recipe },
  }
}

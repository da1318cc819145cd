import { ORDER_LEAD_HOURS } from '@packhouse/contract'
import { sql } from 'kysely'
import { readReported, type SeriesNames } from '../../history/index.ts'
import { recipeOf, recipesOf } from '../../library/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'
import { HOUR_MS } from '../../telemetry/index.ts'
import { findUnderWay, lockOrders, stepAt } from './order.queries.ts'
import { endOf, isSameRecipe, type RecipeChange, startOf } from './recipe-changes.ts'

/** So many orders are looked at in one run. */
const MOST_ORDERS = 1_000
/** So far back a change of the recipe is looked for. */
const LOOK_BACK_MS = 24 * HOUR_MS

interface FollowedOrder {
  id: string
  machineKey: number
  customerId: string | null
  recipe: string
  plannedFrom: Date
  startedAt: Date | null
  machineData: Record<string, string | number | boolean | null>
}

export interface RecipeSources {
  database: Database
  names: SeriesNames
  /** Names of readings that tell the recipe; the first that a machine reports counts. */
  recipeReadings: readonly string[]
}

/**
 * Starts orders whose recipe a machine reports, and ends those whose machine reports another one. A machine that reports no recipe changes nothing.
 * Running it twice at once is harmless: whoever comes second finds the order started.
 */
export async function followRecipes(sources: RecipeSources, signal: AbortSignal): Promise<void> {
  const { database, recipeReadings } = sources
  for (const order of await readFollowed(database)) {
    if (signal.aborted) return
    const reading = recipeReadings.map((name) => recipeOf(order.machineData[name] ?? null)).find((one) => one !== null)
    if (reading === undefined || isSameRecipe(reading, order.recipe) === (order.startedAt !== null)) continue
    await step(sources, order)
  }
}

/** Ends come before starts, so that the next order finds its machine free. */
async function readFollowed({ system }: Database): Promise<FollowedOrder[]> {
  const { rows } = await sql<FollowedOrder>`
    SELECT o.id, o.machine_key AS "machineKey", m.customer_id AS "customerId", o.recipe, o.planned_from AS "plannedFrom", o.started_at AS "startedAt",
      l.machine_data AS "machineData"
    FROM production_order o JOIN latest l ON l.machine_key = o.machine_key JOIN machine m ON m.key = o.machine_key
    WHERE o.recipe IS NOT NULL AND o.ended_at IS NULL AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = o.machine_key AND p.during @> o.created_at)
      AND (o.started_at IS NOT NULL OR now() BETWEEN o.planned_from - make_interval(hours => ${ORDER_LEAD_HOURS}) AND o.planned_to)
    ORDER BY o.started_at IS NULL, o.planned_from LIMIT ${MOST_ORDERS}
  `.execute(system)
  return rows
}

async function step({ database, names, recipeReadings }: RecipeSources, order: FollowedOrder): Promise<void> {
  const { machineKey, customerId, recipe, startedAt, plannedFrom } = order
  const now = clock.now()
  const earliest = startedAt?.getTime() ?? plannedFrom.getTime() - ORDER_LEAD_HOURS * HOUR_MS
  const span = { from: Math.max(earliest, now - LOOK_BACK_MS), to: now + 1 }
  // With the rights of the customer: what is not shared with staff counts too.
  const scope = customerId === null ? 'all' : { customerId }
  const changes = await database.inSnapshot(scope, async (db): Promise<RecipeChange[]> => {
    const reported = await readReported(db, names, { machineKey, tags: recipeReadings, ...span })
    return recipesOf(recipeReadings.map((name) => reported.get(name) ?? []))
  })
  const at = startedAt === null ? startOf(changes, recipe, plannedFrom.getTime()) : endOf(changes, recipe)
  if (at === undefined || at > now) return
  await database.system.transaction().execute(async (db) => {
    await lockOrders(db, machineKey)
    const isFree = startedAt !== null || (await findUnderWay(db, machineKey)) === undefined
    if (isFree) await stepAt(db, { id: order.id, step: startedAt === null ? 'start' : 'end', at, userId: null })
  })
}

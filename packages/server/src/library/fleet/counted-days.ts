import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/database.ts'
import type { HeldRow } from './day-facts.ts'
import type { DueDay } from './due-days.ts'
import { replaceTimes } from './held-times.queries.ts'
import type { CountedDay, Held, UnderCondition } from './running-time.ts'
import { SpeedSketch, type StoredSketch } from './speed-sketch.ts'

/** Two processes may count days of one machine at once: its sums are changed by one after the other. */
const FLEET_LOCK = 7_225_012

interface Running {
  recipe: string
  sketch: StoredSketch
}

/**
 * Stores what a day amounts to in place of what was stored of it, and changes the sums by the difference.
 * @returns false where another process has counted the day meanwhile: nothing is stored
 */
export async function storeDay(db: Db, due: DueDay, { byRecipe, under, times, after }: CountedDay): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(FLEET_LOCK)}, ${due.machineKey})`.execute(transaction)
    if (!(await claim(transaction, due, after))) return false
    const running = [...byRecipe].map(([recipe, sketch]) => ({ recipe, sketch: sketch.stored() }))
    await replaceUnder(transaction, due, under)
    await replaceTimes(transaction, due, times)
    await replaceRunning(transaction, due, running)
    return true
  })
}

/** Removes a day with what it adds to the sums. */
export async function removeDay(db: Db, { machineKey, day }: DueDay): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(FLEET_LOCK)}, ${machineKey})`.execute(transaction)
    await sql`DELETE FROM fleet_day WHERE machine_key = ${machineKey} AND day = ${day}::date`.execute(transaction)
    await replaceUnder(transaction, { machineKey, day }, [])
    await replaceTimes(transaction, { machineKey, day }, [])
    await replaceRunning(transaction, { machineKey, day }, [])
  })
}

/** Drops the mark of a day that is not counted any more. */
export async function dropMark(db: Db, { machineKey, day, mark }: DueDay): Promise<void> {
  await sql`DELETE FROM changed_day WHERE machine_key = ${machineKey} AND day = ${day}::date AND mark = ${mark}`.execute(
    db,
  )
}

/**
 * Names the counted day that follows a day, if other values go on into it now than when it was counted. Comes before the day itself is
 * stored: after a crash between the two both are counted again.
 */
export async function nameFollowing(db: Db, { machineKey, day }: DueDay, { speed, recipe }: Held): Promise<void> {
  await sql`
    INSERT INTO changed_day (machine_key, day)
    SELECT ${machineKey}, following.day FROM (
        SELECT day FROM fleet_day WHERE machine_key = ${machineKey} AND day > ${day}::date ORDER BY day LIMIT 1
      ) following LEFT JOIN (
        SELECT speed, speed_at, recipe, recipe_at FROM fleet_day WHERE machine_key = ${machineKey} AND day <= ${day}::date
        ORDER BY day DESC LIMIT 1
      ) known ON true
    WHERE (speed, speed_at, recipe, recipe_at) IS DISTINCT FROM (${speed?.value ?? null}::float8,
      ${dateOf(speed)}::timestamptz, ${recipe?.value ?? null}::text, ${dateOf(recipe)}::timestamptz)
    ON CONFLICT (day, machine_key) DO UPDATE SET mark = excluded.mark
  `.execute(db)
}

const dateOf = (change: { at: number } | undefined) => (change === undefined ? null : new Date(change.at))

/** Takes the mark away and stores what goes on. @returns whether the day is as it was when it was read */
async function claim(
  db: Transaction,
  { machineKey, day, mark, isNew }: DueDay,
  { speed, recipe }: Held,
): Promise<boolean> {
  const taken = await sql`
    DELETE FROM changed_day WHERE machine_key = ${machineKey} AND day = ${day}::date AND mark = ${mark} RETURNING day
  `.execute(db)
  if (!isNew && taken.rows.length === 0) return false
  const values: HeldRow = {
    speed: speed?.value ?? null,
    speedAt: dateOf(speed),
    recipe: recipe?.value ?? null,
    recipeAt: dateOf(recipe),
  }
  const known = isNew
    ? sql`NOTHING`
    : sql`UPDATE SET speed = excluded.speed, speed_at = excluded.speed_at, recipe = excluded.recipe, recipe_at = excluded.recipe_at`
  const { rows } = await sql`
    INSERT INTO fleet_day (machine_key, day, speed, speed_at, recipe, recipe_at)
    VALUES (${machineKey}, ${day}::date, ${values.speed}, ${values.speedAt}, ${values.recipe}, ${values.recipeAt})
    ON CONFLICT (machine_key, day) DO ${known} RETURNING day
  `.execute(db)
  return rows.length > 0
}

type Key = Pick<DueDay, 'machineKey' | 'day'>

async function replaceUnder(
  db: Transaction,
  { machineKey, day }: Key,
  under: readonly UnderCondition[],
): Promise<void> {
  await sql`DELETE FROM promise_running WHERE machine_key = ${machineKey} AND day = ${day}::date`.execute(db)
  if (under.length === 0) return
  const rows = under.map(({ condition, recipe, speed, set, otherMs }) => ({
    ...{ condition, recipe, sketch: speed?.stored() ?? null, setSketch: set.stored(), otherMs },
  }))
  await sql`
    INSERT INTO promise_running (machine_key, day, condition, recipe, sketch, set_sketch, other_ms)
    SELECT ${machineKey}, ${day}::date, condition, recipe, nullif(sketch::text, 'null')::json, "setSketch", "otherMs"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (condition text, recipe text, sketch json, "setSketch" json, "otherMs" float8)
  `.execute(db)
}

async function replaceRunning(db: Transaction, { machineKey, day }: Key, running: readonly Running[]): Promise<void> {
  const { rows: before } = await sql<Running>`
    DELETE FROM fleet_running WHERE machine_key = ${machineKey} AND day = ${day}::date
    RETURNING recipe, sketch
  `.execute(db)
  if (before.length === 0 && running.length === 0) return
  await sql`
    INSERT INTO fleet_running (machine_key, day, recipe, sketch)
    SELECT ${machineKey}, ${day}::date, recipe, sketch FROM ${asRows(running)}
  `.execute(db)
  const recipes = [...new Set([...before, ...running].map(({ recipe }) => recipe))]
  await changeTotals(db, machineKey, recipes, { before, running })
  await sql`UPDATE fleet_progress SET number = number + 1`.execute(db)
}

async function changeTotals(
  db: Transaction,
  machineKey: number,
  recipes: readonly string[],
  { before, running }: { before: readonly Running[]; running: readonly Running[] },
): Promise<void> {
  const { rows } = await sql<Running>`
    DELETE FROM fleet_total WHERE machine_key = ${machineKey} AND recipe = ANY(${recipes}::text[])
    RETURNING recipe, sketch
  `.execute(db)
  const totals = new Map(recipes.map((recipe) => [recipe, new SpeedSketch()]))
  for (const { recipe, sketch } of [...rows, ...running]) totals.get(recipe)?.merge(sketch)
  for (const { recipe, sketch } of before) totals.get(recipe)?.merge(sketch, -1)
  const stored = [...totals]
    .filter(([, sketch]) => !sketch.isEmpty)
    .map(([recipe, sketch]) => ({ recipe, sketch: sketch.stored(), running: sketch.knownMs + sketch.unknownMs }))
  const ofRecipe = sql`FROM fleet_running f WHERE f.machine_key = ${machineKey} AND f.recipe = r.recipe`
  await sql`
    INSERT INTO fleet_total (machine_key, recipe, sketch, running_ms, first_day, last_day)
    SELECT ${machineKey}, recipe, sketch, running, (SELECT min(f.day) ${ofRecipe}), (SELECT max(f.day) ${ofRecipe})
    FROM ${asRows(stored)}
  `.execute(db)
}

/** Sketches as the rows `r` of a statement. */
function asRows(running: readonly Running[]) {
  return sql`json_to_recordset(${JSON.stringify(running)}::json) AS r (recipe text, sketch json, running float8)`
}

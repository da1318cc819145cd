import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/database.ts'
import { mappedRecipes } from './evidence.queries.ts'
import type { HeldTimes } from './held-times.ts'
import { NO_CONDITION } from './speed-conditions.ts'

/** When something held at a machine on a day. */
export interface HeldOnDay extends HeldTimes {
  /** Of a recipe. Null: it is not known or not mapped. */
  styleId: string | null
}

/**
 * When a machine had which recipe and when the conditions of tags were met, on the days of a stretch and on the one before it. Days that were counted before a
 * promise asked for them are absent until they are counted again.
 * @param from the first day, ISO 8601; @param to the last one
 */
export async function readHeldTimes(
  db: Db,
  machineKey: number,
  { from, to }: { from: string; to: string },
): Promise<HeldOnDay[]> {
  const { rows } = await sql<HeldOnDay>`
    WITH ${mappedRecipes(sql`m.key = ${machineKey}`)}
    SELECT d.condition, d.held, styled.style_id AS "styleId", d.times
    FROM promise_time d LEFT JOIN styled ON d.condition = ${NO_CONDITION} AND styled.machine_key = d.machine_key AND styled.recipe = d.held
    WHERE d.machine_key = ${machineKey} AND d.day BETWEEN ${from}::date - 1 AND ${to}::date ORDER BY d.day, d.condition, d.held
  `.execute(db)
  return rows
}

/** Stores the times of a day in place of those of before. Machines without a promise that asks for them cost nothing. */
export async function replaceTimes(
  db: Transaction,
  { machineKey, day }: { machineKey: number; day: string },
  times: readonly HeldTimes[],
): Promise<void> {
  await sql`DELETE FROM promise_time WHERE machine_key = ${machineKey} AND day = ${day}::date`.execute(db)
  if (times.length === 0) return
  await sql`
    INSERT INTO promise_time (machine_key, day, condition, held, times)
    SELECT ${machineKey}, ${day}::date, condition, held, times
    FROM json_to_recordset(${JSON.stringify(times)}::json) AS r (condition text, held text, times json)
    WHERE EXISTS (SELECT FROM promise p JOIN machine m ON m.id = p.machine_id WHERE m.key = ${machineKey} AND promise_asks_for_times(p))
  `.execute(db)
}

import { isComparablePromise, type PromiseActual } from '@packhouse/contract'
import { sql } from 'kysely'
import { readConditionedDays, readRunningDays } from '../library/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { judge, liveSpeed, roundingOf, type Weeks, weeksUntil } from './actual.ts'
import { underConditions } from './conditions.ts'
import { readCountedFrom } from './counted-from.queries.ts'
import { tagOf } from './promises.queries.ts'

/** As many weeks as the page of a machine shows at first. */
export const OUTCOME_WEEKS = 13
/** Machines whose days are read at once: their sketches are some hundred kilobytes. */
const PORTION = 50

type DueRow = Pick<PromiseActual, 'kind' | 'direction' | 'figure' | 'unit' | 'recipe' | 'tag'> & {
  promiseId: string
  mark: string
  key: number
  styleId: string | null
}

/**
 * Judges promised speeds and keeps what became of them, so that a list of the whole fleet reads rows and no days. A promise is judged again once a day, and
 * when something that it follows from has changed.
 */
export class PromiseOutcomes {
  readonly #database: Database
  #running: Promise<number> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Judges promises that are due, those of so many machines at most. Whoever asks meanwhile waits for the same round.
   * @param now Unix ms
   * @returns of how many machines
   */
  async judgeDue(now: number, machines = PORTION): Promise<number> {
    this.#running ??= this.#judge(now, machines).finally(() => {
      this.#running = undefined
    })
    return await this.#running
  }

  /** The round of a job: all that are due. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.judgeDue(clock.now())) > 0);
  }

  async #judge(now: number, machines: number): Promise<number> {
    const weeks = weeksUntil(now, OUTCOME_WEEKS)
    const snapshot = this.#database.system.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    // The marks are of the same moment as the days: what changes meanwhile is judged again.
    const { keys, judged } = await snapshot.execute((db) => judgeIn(db, weeks, machines))
    if (judged.length > 0) await store(this.#database, weeks, judged)
    return keys
  }
}

/** A condition on the outcome `o` that it has to be judged. @param to the last day that counts */
export function isDue(to: string) {
  return sql<boolean>`(o.judged_mark IS DISTINCT FROM o.mark OR o.judged_to IS DISTINCT FROM ${to}::date)`
}

async function judgeIn(db: Transaction, weeks: Weeks, machines: number) {
  const { rows } = await sql<DueRow>`
    WITH due AS (SELECT DISTINCT o.machine_key FROM promise_outcome o WHERE ${isDue(weeks.to)} ORDER BY o.machine_key LIMIT ${machines})
    SELECT o.promise_id AS "promiseId", o.mark::text AS mark, o.machine_key AS key, p.kind, p.direction, p.figure, p.unit, p.style_id AS "styleId", p.recipe, ${tagOf('p')} AS tag
    FROM promise_outcome o JOIN due USING (machine_key) JOIN promise p ON p.id = o.promise_id WHERE ${isDue(weeks.to)}
  `.execute(db)
  const keys = [...new Set(rows.map(({ key }) => key))]
  const from = await readCountedFrom(db, keys)
  const counts = ({ machineKey, day }: { machineKey: number; day: string }) => day >= (from.get(machineKey) ?? '')
  const ofMachine = ({ machineKey }: { machineKey: number }) => machineKey
  const days = Map.groupBy((await readRunningDays(db, keys, weeks)).filter(counts), ofMachine)
  const conditioned = Map.groupBy((await readConditionedDays(db, keys, weeks)).filter(counts), ofMachine)
  const judged = rows.map(({ promiseId, mark, key, ...promise }) => {
    const under = underConditions(promise, days.get(key) ?? [], conditioned.get(key) ?? [])
    const live = isComparablePromise(promise) ? liveSpeed(under.days, roundingOf(promise), under.uncheckedMs) : null
    return { promiseId, mark, live: live?.value ?? null, result: judge(promise, live).result }
  })
  return { keys: keys.length, judged }
}

/** Promises that somebody is changing at the moment are left out: they are due again. */
async function store(database: Database, { to }: Weeks, judged: readonly { promiseId: string }[]): Promise<void> {
  const ids = judged.map(({ promiseId }) => promiseId)
  await sql`
    WITH free AS MATERIALIZED (SELECT promise_id FROM promise_outcome WHERE promise_id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED)
    UPDATE promise_outcome o SET judged_mark = r.mark, judged_to = ${to}::date, live = r.live, result = r.result
    FROM json_to_recordset(${JSON.stringify(judged)}::json) AS r ("promiseId" uuid, mark bigint, live float8, result text)
      JOIN free ON free.promise_id = r."promiseId"
    WHERE o.promise_id = r."promiseId"
  `.execute(database.system)
}

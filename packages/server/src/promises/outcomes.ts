import type { PromiseActual } from '@packhouse/contract'
import { sql } from 'kysely'
import { readConditionedDays, readHeldTimes, readRunningDays } from '../library/area.ts'
import type { Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { readReasons } from '../service/area.ts'
import { countedWeeks, judge, type Weeks, weeksUntil } from './actual.ts'
import { asksForTimes, underConditions } from './conditions.ts'
import { readCountedFrom } from './counted-from.queries.ts'
import { liveFigure } from './live-figure.ts'
import { tagOf } from './promises.queries.ts'
import { NO_SHARES, readShares, type SharesOf } from './shares.queries.ts'

/** As many weeks as the page of a machine shows at first. */
export const OUTCOME_WEEKS = 13
/** Machines whose days are read at once: their sketches are some hundred kilobytes. */
const PORTION = 50
/** Machines whose OEE is worked out in one round: all of their states in the weeks are read, of one after the other. */
const SHARE_PORTION = 10

/** Where the outcomes of speeds are stored, and those of availabilities and rejects. */
type OutcomeTable = 'promise_outcome' | 'promise_share_outcome'

type DueRow = Pick<PromiseActual, 'kind' | 'direction' | 'figure' | 'unit' | 'packsPerCycle' | 'recipe' | 'tag'> & {
  promiseId: string
  mark: string
  key: number
  styleId: string | null
}

interface Judgement {
  promiseId: string
  mark: string
  live: number | null
  result: PromiseActual['result']
}

/** What judging knows of machines. */
type KnownMachines = Pick<Telemetry, 'live' | 'names' | 'refreshMachines'>

/**
 * Judges promises and stores what became of them, so that a list of the whole fleet reads rows and no days. A promise is judged again once a day, and
 * when something that it follows from has changed.
 */
export class PromiseOutcomes {
  readonly #database: Database
  readonly #known: KnownMachines
  #running: Promise<number> | undefined

  constructor(database: Database, known: KnownMachines) {
    this.#database = database
    this.#known = known
  }

  /**
   * Judges promises that are due, those of so many machines at most. Callers during a round wait for the same one.
   * @param now Unix ms
   * @returns of how many machines; one whose speeds and other figures were due counts twice
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
    const speeds = await this.#judgeOf('promise_outcome', weeks, machines, judgeSpeeds)
    const ofShares = Math.min(machines, SHARE_PORTION)
    return speeds + (await this.#judgeOf('promise_share_outcome', weeks, ofShares, this.#judgeShares(now)))
  }

  async #judgeOf(table: OutcomeTable, weeks: Weeks, machines: number, judgeIn: JudgeIn): Promise<number> {
    const snapshot = this.#database.system.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    // The marks are of the same moment as the days: what changes meanwhile is judged again.
    const { keys, judged } = await snapshot.execute(async (db) => {
      const due = await readDue(db, table, weeks, machines)
      const keys = [...new Set(due.map(({ key }) => key))]
      return { keys, judged: keys.length === 0 ? [] : await judgeIn(db, weeks, due, keys) }
    })
    if (judged.length > 0) await store(this.#database, table, weeks, judged)
    return keys.length
  }

  #judgeShares(now: number): JudgeIn {
    return async (db, weeks, due, keys) => {
      if (keys.some((key) => this.#known.live.byKey(key) === undefined)) await this.#known.refreshMachines()
      const context = { names: this.#known.names, reasons: await readReasons(db), now }
      const from = await readCountedFrom(db, keys)
      const judged: Judgement[] = []
      for (const [key, promises] of Map.groupBy(due, (row) => row.key)) {
        const machine = this.#known.live.byKey(key)
        const counted = countedWeeks(weeks, from.get(key))
        const asking = promises.filter(asksForTimes)
        const held = asking.length > 0 ? await readHeldTimes(db, key, counted) : []
        const sharesOf: SharesOf =
          machine === undefined
            ? () => NO_SHARES
            : await readShares(db, context, machine, { weeks: counted, asking, held })
        judged.push(
          ...promises.map((promise) => judgementOf(promise, liveFigure(promise, NO_RUNNING, sharesOf(promise)))),
        )
      }
      return judged
    }
  }
}

/** Judges promises of some machines by what a snapshot has. */
type JudgeIn = (db: Transaction, weeks: Weeks, due: readonly DueRow[], keys: readonly number[]) => Promise<Judgement[]>

const NO_RUNNING = { days: [], uncheckedMs: 0 }

/** A condition on the outcome `o` that it has to be judged. @param to the last day that counts */
export function isDue(to: string) {
  return sql<boolean>`(o.judged_mark IS DISTINCT FROM o.mark OR o.judged_to IS DISTINCT FROM ${to}::date)`
}

async function readDue(db: Transaction, table: OutcomeTable, { to }: Weeks, machines: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    WITH due AS (SELECT DISTINCT o.machine_key FROM ${sql.table(table)} o WHERE ${isDue(to)} ORDER BY o.machine_key LIMIT ${machines})
    SELECT o.promise_id AS "promiseId", o.mark::text AS mark, o.machine_key AS key, p.kind, p.direction, p.figure, p.unit, p.packs_per_cycle AS "packsPerCycle", p.style_id AS "styleId", p.recipe, ${tagOf('p')} AS tag
    FROM ${sql.table(table)} o JOIN due USING (machine_key) JOIN promise p ON p.id = o.promise_id WHERE ${isDue(to)}
  `.execute(db)
  return rows
}

const judgeSpeeds: JudgeIn = async (db, weeks, due, keys) => {
  const from = await readCountedFrom(db, keys)
  const counts = ({ machineKey, day }: { machineKey: number; day: string }) => day >= (from.get(machineKey) ?? '')
  const ofMachine = ({ machineKey }: { machineKey: number }) => machineKey
  const days = Map.groupBy((await readRunningDays(db, keys, weeks)).filter(counts), ofMachine)
  const conditioned = Map.groupBy((await readConditionedDays(db, keys, weeks)).filter(counts), ofMachine)
  return due.map((promise) => {
    const under = underConditions(promise, days.get(promise.key) ?? [], conditioned.get(promise.key) ?? [])
    return judgementOf(promise, liveFigure(promise, under, NO_SHARES))
  })
}

function judgementOf(promise: DueRow, live: ReturnType<typeof liveFigure>): Judgement {
  const { promiseId, mark } = promise
  return { promiseId, mark, live: live?.value ?? null, result: judge(promise, live).result }
}

/** Promises that somebody is changing at the moment are left out: they are due again. */
async function store(
  database: Database,
  table: OutcomeTable,
  { to }: Weeks,
  judged: readonly Judgement[],
): Promise<void> {
  const ids = judged.map(({ promiseId }) => promiseId)
  await sql`
    WITH free AS MATERIALIZED (SELECT promise_id FROM ${sql.table(table)} WHERE promise_id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED)
    UPDATE ${sql.table(table)} o SET judged_mark = r.mark, judged_to = ${to}::date, live = r.live, result = r.result
    FROM json_to_recordset(${JSON.stringify(judged)}::json) AS r ("promiseId" uuid, mark bigint, live float8, result text)
      JOIN free ON free.promise_id = r."promiseId"
    WHERE o.promise_id = r."promiseId"
  `.execute(database.system)
}

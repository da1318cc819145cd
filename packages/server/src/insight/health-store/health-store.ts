import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { storableJson } from '../../platform/storable-text.ts'
import { added, columnOf, columns, type Figures, figureNames, overTime } from './figures.ts'

/** Seconds of a step, and how many steps are kept: 24 hours, and 30 days. */
export const FINE = { step: 15, slots: 5_760 }
export const COARSE = { step: 300, slots: 8_640 }

export interface NodeState {
  name: string
  version: string
  startedAt: Date
  tookMs: number
  series: number
  /** What is wrong, in words, by the part. */
  issues: Readonly<Record<string, string>>
}

/** Where servers store what they measure of themselves: two rings for each, so that it takes a few megabytes and no more. */
export class HealthStore {
  readonly #db: Db

  /** @param db the product's own */
  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Stores a look, and with it what the 5 minutes around it amount to. Another one of the same step, as after a restart, is added.
   * @param at Unix ms @param seconds how long was measured
   */
  async write(node: NodeState, at: number, seconds: number, figures: Figures): Promise<void> {
    await this.#db.transaction().execute(async (db) => {
      await this.#writeNode(db, node)
      const values = sql.join(figureNames.map((name) => sql`${figures[name]}::float8`))
      const begin = at - (at % (FINE.step * 1_000))
      await sql`
        INSERT INTO health_sample AS s (node, step, slot, at, seconds, ${columns})
        VALUES (${node.name}, ${FINE.step}, ${slotOf(begin, FINE)}, to_timestamp(${begin / 1_000}), ${seconds}, ${values})
        ON CONFLICT (node, step, slot) DO UPDATE SET at = excluded.at, ${added},
          seconds = excluded.seconds + CASE WHEN s.at = excluded.at THEN s.seconds ELSE 0 END
      `.execute(db)
      const coarse = at - (at % (COARSE.step * 1_000))
      const slots = Array.from({ length: COARSE.step / FINE.step }, (_, place) =>
        slotOf(coarse + place * FINE.step * 1_000, FINE),
      )
      await sql`
        INSERT INTO health_sample (node, step, slot, at, seconds, ${columns})
        SELECT ${node.name}, ${COARSE.step}::int, ${slotOf(coarse, COARSE)}::int, to_timestamp(${coarse / 1_000}), sum(seconds), ${overTime}
        FROM health_sample WHERE node = ${node.name} AND step = ${FINE.step} AND slot = ANY(${slots}::smallint[])
          AND at >= to_timestamp(${coarse / 1_000}) AND at < to_timestamp(${coarse / 1_000 + COARSE.step})
        ON CONFLICT (node, step, slot) DO UPDATE SET (at, seconds, ${columns}) =
          ROW (excluded.at, excluded.seconds, ${sql.join(figureNames.map((name) => sql`excluded.${columnOf(name)}`))})
      `.execute(db)
    })
  }

  /** A server ends in order: nobody waits for its next look. */
  async stopped(name: string): Promise<void> {
    await sql`UPDATE health_node SET stopped_at = now() WHERE name = ${name}`.execute(this.#db)
  }

  /** Forgets servers that have not reported for longer than anything is stored of them. */
  async forgetOld(): Promise<void> {
    const days = (COARSE.step * COARSE.slots) / 86_400
    await sql`DELETE FROM health_node WHERE last_at < now() - make_interval(days => ${days})`.execute(this.#db)
  }

  async #writeNode(db: Db, { name, version, startedAt, tookMs, series, issues }: NodeState): Promise<void> {
    const error = Object.values(issues)[0] ?? null
    await sql`
      INSERT INTO health_node AS n (name, version, started_at, last_at, took_ms, series, issues, last_error, last_error_at)
      VALUES (${name}, ${version}, ${startedAt}, now(), ${tookMs}, ${series}, ${storableJson(issues)}::jsonb, ${error},
        CASE WHEN ${error}::text IS NOT NULL THEN now() END)
      ON CONFLICT (name) DO UPDATE SET version = excluded.version, started_at = excluded.started_at, last_at = excluded.last_at,
        stopped_at = NULL, took_ms = excluded.took_ms, series = excluded.series, issues = excluded.issues,
        last_error = coalesce(excluded.last_error, n.last_error), last_error_at = coalesce(excluded.last_error_at, n.last_error_at)
    `.execute(db)
  }
}

function slotOf(begin: number, { step, slots }: typeof FINE): number {
  return Math.floor(begin / (step * 1_000)) % slots
}

import type { CallResult, missedPromises } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { weeksUntil } from './actual.ts'
import { isDue, OUTCOME_WEEKS } from './outcomes.ts'

type Missed = CallResult<typeof missedPromises>

const MOST_SHOWN = 200

/** Promises of all machines that are missed, the largest gap as a share of the promise first, as they were judged last. @param now Unix ms */
export async function readMissed(database: Database, scope: CustomerScope, now: number): Promise<Missed> {
  const { to } = weeksUntil(now, OUTCOME_WEEKS)
  return await database.inSnapshot(scope, async (db) => {
    const judged = sql`every_promise_outcome o JOIN promise p ON p.id = o.promise_id JOIN machine m ON m.id = p.machine_id AND m.deleted_at IS NULL`
    const counts = await sql<Omit<Missed, 'items'>>`
      SELECT count(*) FILTER (WHERE o.result IN ('kept', 'missed') AND NOT ${isDue(to)})::int AS measured,
        count(*) FILTER (WHERE o.result = 'missed' AND NOT ${isDue(to)})::int AS missed, count(*) FILTER (WHERE ${isDue(to)})::int AS waiting
      FROM ${judged}
    `.execute(db)
    const { rows: items } = await sql<Missed['items'][number]>`
      SELECT p.id AS "promiseId", m.machine_id AS "machineID",
        CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('id', c.id, 'name', c.name) END AS customer,
        m.configuration_id AS model, p.name, p.kind, p.direction, p.figure, p.unit, o.live, o.live / nullif(p.figure, 0) AS share
      FROM ${judged} LEFT JOIN customer c ON c.id = m.customer_id
      WHERE o.result = 'missed' AND NOT ${isDue(to)}
      -- Any is infinitely more than none.
      ORDER BY abs(o.live / nullif(p.figure, 0) - 1) DESC NULLS FIRST, p.id LIMIT ${MOST_SHOWN}
    `.execute(db)
    return { ...(counts.rows[0] ?? { measured: 0, missed: 0, waiting: 0 }), items }
  })
}

import type { CallResult, missedPromises } from '@packhouse/contract'
import { sql } from 'kysely'
import type { CustomerScope, Database } from '../platform/database.ts'
import { weeksUntil } from './actual.ts'
import { isDue, OUTCOME_WEEKS } from './outcomes.ts'

type Missed = CallResult<typeof missedPromises>

const MOST_SHOWN = 200

/** Promised speeds of all machines that are missed, the largest gap as a share first, as they were judged last. @param now Unix ms */
export async function readMissed(database: Database, scope: CustomerScope, now: number): Promise<Missed> {
  const { to } = weeksUntil(now, OUTCOME_WEEKS)
  return await database.inSnapshot(scope, async (db) => {
    const judged = sql`promise_outcome o JOIN promise p ON p.id = o.promise_id JOIN machine m ON m.id = p.machine_id AND m.deleted_at IS NULL`
    const counts = await sql<Omit<Missed, 'items'>>`
      SELECT count(*) FILTER (WHERE o.result IN ('kept', 'missed') AND NOT ${isDue(to)})::int AS measured,
        count(*) FILTER (WHERE o.result = 'missed' AND NOT ${isDue(to)})::int AS missed, count(*) FILTER (WHERE ${isDue(to)})::int AS waiting
      FROM ${judged} WHERE p.direction = 'atLeast' AND p.figure > 0
    `.execute(db)
    const { rows: items } = await sql<Missed['items'][number]>`
      SELECT p.id AS "promiseId", m.machine_id AS "machineID",
        CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('id', c.id, 'name', c.name) END AS customer,
        m.configuration_id AS model, p.name, p.figure, p.unit, o.live, o.live / p.figure AS share
      FROM ${judged} LEFT JOIN customer c ON c.id = m.customer_id
      WHERE o.result = 'missed' AND p.direction = 'atLeast' AND p.figure > 0 AND NOT ${isDue(to)} ORDER BY share, p.id LIMIT ${MOST_SHOWN}
    `.execute(db)
    return { ...(counts.rows[0] ?? { measured: 0, missed: 0, waiting: 0 }), items }
  })
}

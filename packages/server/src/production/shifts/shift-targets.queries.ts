import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { lengthOf, readPlannedTimes, type Span, within } from '../../service/area.ts'

/** An order with the time for which it is planned, or in which it was made. */
interface TargetRow {
  target: number
  from: Date
  to: Date
}

/**
 * How much of the targets of a machine's orders lies in each of some stretches: of each target as much as of the planned time of its order. An order that lies
 * wholly outside of planned time is shared out by all of its time.
 * @returns for each stretch, null where no order lies in its planned time
 */
export async function readTargets(
  db: Transaction,
  machineKey: number,
  spans: readonly Span[],
): Promise<(number | null)[]> {
  const orders = await readOrdersIn(db, machineKey, spans)
  if (orders.length === 0) return spans.map(() => null)
  const planned = await readPlannedTimes(db, machineKey, around(orders))
  const shared = orders.map(({ target, ...whole }) => {
    const inPlan = within(planned, whole)
    const times = inPlan.length === 0 ? [whole] : inPlan
    return { target, times, wholeMs: lengthOf(times) }
  })
  return spans.map((span) => {
    const parts = shared.map(({ target, times, wholeMs }) => (target * lengthOf(within(times, span))) / wholeMs)
    return parts.some((part) => part > 0) ? Math.round(parts.reduce((sum, part) => sum + part, 0)) : null
  })
}

async function readOrdersIn(
  db: Transaction,
  machineKey: number,
  spans: readonly Span[],
): Promise<(Span & { target: number })[]> {
  if (spans.length === 0) return []
  const { from, to } = around(spans)
  const { rows } = await sql<TargetRow>`
    SELECT target, lower(whole) AS "from", upper(whole) AS "to"
    FROM production_order, LATERAL (SELECT CASE WHEN ended_at IS NULL THEN tstzrange(planned_from, planned_to) ELSE tstzrange(started_at, ended_at) END AS whole) times
    WHERE machine_key = ${machineKey} AND whole && tstzrange(${new Date(from)}, ${new Date(to)})
  `.execute(db)
  return rows.map((row) => ({ target: row.target, from: row.from.getTime(), to: row.to.getTime() }))
}

/** From the first beginning to the last end. */
function around(spans: readonly Span[]): Span {
  return {
    from: spans.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
    to: spans.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY),
  }
}

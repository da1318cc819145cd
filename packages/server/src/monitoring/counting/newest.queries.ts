import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { exactMs, type NewestState, readLatestState } from '../../telemetry/index.ts'

interface NewestRow {
  key: number
  at: number
  state: string | null
  since: Date | null
  rejectsAt: number | null
}

/** The newest record of a machine. */
interface Newest extends NewestState {
  /** When the machine last said how many rejects there are; null if it never has. */
  rejectsAt: number | null
}

/** When the newest reading of rejects of a row of `latest` was made, Unix ms. */
export const NEWEST_REJECTS = sql.raw(
  `CASE WHEN total_rejects IS NOT NULL THEN ${exactMs('coalesce(rejects_at, at)')} END`,
)

/**
 * Since when a machine is in its state. One that goes on is the reader's from the end of another customer's period on: policies judge the row by its newest
 * record alone (decision 0161).
 */
const STATE_SINCE = sql.raw(`coalesce((
  SELECT upper(period) FROM unnest(((SELECT periods_of_others())::tstzmultirange[])[array_position((SELECT machines_of_others())::int[], machine_key)]) AS period
  WHERE period @> state_since), state_since)`)

/** The newest records of machines and their states, as they are stored at the moment of a snapshot. */
export async function readNewest(db: Transaction, keys: readonly number[]): Promise<Map<number, Newest>> {
  const { rows } = await sql<NewestRow>`
    SELECT machine_key AS key, ${sql.raw(exactMs('at'))} AS at, machine_state AS state, ${STATE_SINCE} AS since, ${NEWEST_REJECTS} AS "rejectsAt"
    FROM latest
    WHERE machine_key = ANY (${keys}::int[])
  `.execute(db)
  return new Map(
    rows.map(({ key, at, state, since, rejectsAt }) => [
      key,
      { at, machineState: readLatestState(state).machineState, stateSince: since?.getTime() ?? null, rejectsAt },
    ]),
  )
}

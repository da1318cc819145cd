import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { exactMs, type NewestState, readLatestState } from '../../telemetry/index.ts'

interface NewestRow {
  key: number
  at: number
  state: string | null
  since: Date | null
  reportsRejects: boolean
}

/** The newest record of a machine. */
interface Newest extends NewestState {
  /** Whether the machine has ever said how many rejects it makes. */
  reportsRejects: boolean
}

/** The newest records of machines and their states, as they are stored at the moment of a snapshot. */
export async function readNewest(db: Transaction, keys: readonly number[]): Promise<Map<number, Newest>> {
  const { rows } = await sql<NewestRow>`
    SELECT machine_key AS key, ${sql.raw(exactMs('at'))} AS at, machine_state AS state, state_since AS since, total_rejects IS NOT NULL AS "reportsRejects"
    FROM latest
    WHERE machine_key = ANY (${keys}::int[])
  `.execute(db)
  return new Map(
    rows.map(({ key, at, state, since, reportsRejects }) => [
      key,
      { at, machineState: readLatestState(state).machineState, stateSince: since?.getTime() ?? null, reportsRejects },
    ]),
  )
}

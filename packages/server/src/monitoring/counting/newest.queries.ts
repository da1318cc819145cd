import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { exactMs, type NewestState, readLatestState } from '../../telemetry/index.ts'

/** The newest records of machines and their states, as they are stored at the moment of a snapshot. */
export async function readNewest(db: Transaction, keys: readonly number[]): Promise<Map<number, NewestState>> {
  const { rows } = await sql<{ key: number; at: number; state: string | null; since: Date | null }>`
    SELECT machine_key AS key, ${sql.raw(exactMs('at'))} AS at, machine_state AS state, state_since AS since FROM latest
    WHERE machine_key = ANY (${keys}::int[])
  `.execute(db)
  return new Map(
    rows.map(({ key, at, state, since }) => [
      key,
      { at, machineState: readLatestState(state).machineState, stateSince: since?.getTime() ?? null },
    ]),
  )
}

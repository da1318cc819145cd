import type pg from 'pg'

/**
 * First key of the advisory locks, one for each machine, that keep sealing and late records apart: anyone who stores late
 * records holds it shared, anyone who seals holds it alone. Without it a record could be stored again while its row is
 * already on its way into a block.
 */
export const SEAL_LOCK = 7_225_003

/** Does work on a machine's blocks in one transaction, alone. */
export async function underSealLock<T>(client: pg.ClientBase, machineKey: number, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [SEAL_LOCK, machineKey])
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

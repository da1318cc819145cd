import { clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.ts'

const PATIENCE_MS = 2_000

/**
 * Asks the database for its time.
 * @returns how far it is ahead of our clock, ms; undefined if it does not answer in time
 */
export async function databaseOffset({ pool }: Pick<Database, 'pool'>): Promise<number | undefined> {
  const asked = clock.now()
  const question = { text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now', query_timeout: PATIENCE_MS }
  const answer = await pool.query<{ now: string }>(question).catch(() => undefined)
  const answered = clock.now()
  const now = Number(answer?.rows[0]?.now)
  // Half of the way is the error: after a long one nothing is known.
  if (Number.isNaN(now) || Math.abs(answered - asked) > PATIENCE_MS) return undefined
  return now - (asked + answered) / 2
}

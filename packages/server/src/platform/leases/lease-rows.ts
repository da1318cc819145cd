import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export interface LeaseRow {
  name: string
  fence: string
}

/** By the clock of the database, also within a long transaction. */
const until = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`

/** Takes a lease that nobody holds. @returns undefined where somebody does */
export async function takeLease(db: Db, name: string, owner: string, seconds: number): Promise<LeaseRow | undefined> {
  const { rows } = await sql<LeaseRow>`
    INSERT INTO lease (name, owner, fence, until_at) VALUES (${name}, ${owner}, 1, ${until(seconds)})
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, fence = lease.fence + 1, until_at = excluded.until_at
      WHERE lease.owner IS NULL OR lease.until_at < clock_timestamp()
    RETURNING name, fence::text AS fence
  `.execute(db)
  return rows[0]
}

/** @returns false where the lease is another's by now, or could be */
export async function renewLease(db: Db, { name, fence }: LeaseRow, owner: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE lease SET until_at = ${until(seconds)}
    WHERE name = ${name} AND owner = ${owner} AND fence = ${fence}::bigint AND until_at > clock_timestamp() RETURNING name
  `.execute(db)
  return rows.length > 0
}

/** Gives a lease up, so that the next owner does not have to wait for its end. */
export async function giveUpLease(db: Db, { name, fence }: LeaseRow, owner: string): Promise<void> {
  await sql`
    UPDATE lease SET owner = NULL, until_at = clock_timestamp() WHERE name = ${name} AND owner = ${owner} AND fence = ${fence}::bigint
  `.execute(db)
}

/**
 * Whether a lease is still this owner's. Nobody takes it before the transaction has ended, so that what is written in it is written by its owner.
 */
export async function holdsLease(transaction: Transaction, { name, fence }: LeaseRow, owner: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM lease WHERE name = ${name} AND owner = ${owner} AND fence = ${fence}::bigint FOR SHARE
  `.execute(transaction)
  return rows.length > 0
}

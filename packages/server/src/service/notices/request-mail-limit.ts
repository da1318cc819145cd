import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'

/** Mails about new requests of one customer within any hour, at most, to each of the staff. */
export const MOST_REQUEST_MAILS = 30

/** Requests without a mail of their own. */
export interface WithheldRequests {
  customer: string
  count: number
}

const isLatest = sql`at > now() - interval '1 hour'`
const latest = sql`ARRAY(SELECT at FROM unnest(l.mailed_at) at WHERE ${isLatest})`
// What comes later does not overtake what waits.
const isAdmitted = sql`(l.withheld = 0 AND cardinality(${latest}) < ${sql.lit(MOST_REQUEST_MAILS)})`

/**
 * Counts a new request of a customer.
 * @returns whether it gets a mail of its own; otherwise it is one of those that get one together
 */
export async function admitsRequestMail(db: Transaction, customerId: string): Promise<boolean> {
  const { rows } = await sql<{ isAdmitted: boolean }>`
    INSERT INTO request_mail_limit AS l (customer_id, mailed_at) VALUES (${customerId}, ARRAY[now()])
    ON CONFLICT (customer_id) DO UPDATE SET mailed_at = CASE WHEN ${isAdmitted} THEN ${latest} || now() ELSE l.mailed_at END,
      withheld = CASE WHEN ${isAdmitted} THEN 0 ELSE l.withheld + 1 END
    RETURNING withheld = 0 AS "isAdmitted"
  `.execute(db)
  return rows[0]?.isAdmitted ?? false
}

/** Takes requests that wait, an hour after the last mail; the one about them counts too. Each is taken by one process. */
export async function takeWithheldRequests(db: Transaction): Promise<WithheldRequests[]> {
  const { rows } = await sql<WithheldRequests>`
    WITH due AS (
      SELECT customer_id, withheld FROM request_mail_limit
      WHERE withheld > 0 AND NOT EXISTS (SELECT FROM unnest(mailed_at) at WHERE ${isLatest}) ORDER BY customer_id FOR UPDATE SKIP LOCKED
    )
    UPDATE request_mail_limit l SET mailed_at = ARRAY[now()], withheld = 0
    FROM due JOIN customer c ON c.id = due.customer_id WHERE l.customer_id = due.customer_id
    RETURNING c.name AS customer, due.withheld AS count
  `.execute(db)
  return rows
}

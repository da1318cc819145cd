import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

/** Of the time of the customer that has the machine (`m`): what an alarm (`a`) of before says is not for its people (decision 0161). */
const isOfPresentOwner = sql`NOT EXISTS (SELECT FROM period_of_another p WHERE p.machine_key = m.key AND p.during @> a.started_at)`
const isShared = sql`NOT EXISTS (SELECT FROM machine_sharing s WHERE s.machine_key = m.key AND s.support_ends <= now())`
/** A rule (`r`) for one customer reports of no machine (`m`) that is another's by now. */
const isForOwner = sql`coalesce(r.customer_id = m.customer_id, r.customer_id IS NULL)`
/** The alarm (`a`) with its machine (`m`) and its rule (`r`). */
const ofAlarm = sql`alarm a JOIN machine m ON m.key = a.machine_key LEFT JOIN alarm_rule r ON r.id = a.rule_id`

/** Whether a person (`u`) may open the application and sees the alarm (`a`) of the machine (`m`), as it is now. */
export const seesAlarm = sql`NOT u.disabled AND u.deleted_at IS NULL AND m.deleted_at IS NULL AND NOT lacks_second_factor(u.id)
  AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'customer.access')
  AND ((u.customer_id = m.customer_id AND ${isOfPresentOwner}) OR (u.customer_id IS NULL
    AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'machine.read.any')
    AND ${isShared}))`

/**
 * Of the addresses that a rule names, those that may be mailed about an alarm. One of an account of a customer, also where that account is gone: while the
 * customer has the machine, and nothing of the time before. Any other one: while the machine is shared with staff, who have named it.
 */
export async function addresseesOfAlarm(
  db: Transaction,
  addresses: readonly string[],
  alarmId: string,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT named.address FROM ${ofAlarm} CROSS JOIN ${distinct(addresses)} named
      LEFT JOIN user_account u ON email_fold(u.email) = email_fold(named.address)
    WHERE a.id = ${alarmId} AND CASE WHEN u.customer_id IS NOT NULL THEN u.customer_id = m.customer_id AND ${isOfPresentOwner}
      ELSE ${isShared} AND (u.id IS NOT NULL OR ${isForOwner}) END
    ORDER BY named.place
  `.execute(db)
  return rows.map(({ address }) => address)
}

/** Of the addresses that a rule names, those that may be mailed about all of a customer. */
export async function addresseesOfCustomer(
  db: Transaction,
  addresses: readonly string[],
  customerId: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT named.address FROM ${distinct(addresses)} named
      LEFT JOIN user_account u ON email_fold(u.email) = email_fold(named.address)
    WHERE u.customer_id IS NULL OR u.customer_id = ${customerId}::uuid ORDER BY named.place
  `.execute(db)
  return rows.map(({ address }) => address)
}

/** Whether an alarm is posted to the address of its rule. Staff make rules, and so they name the programs: those read what is shared. */
export async function isPosted(db: Transaction, alarmId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${ofAlarm} WHERE a.id = ${alarmId} AND ${isShared} AND ${isForOwner}`.execute(
    db,
  )
  return rows.length > 0
}

function distinct(addresses: readonly string[]) {
  return sql`(SELECT address, min(place) AS place FROM unnest(${addresses}::text[]) WITH ORDINALITY listed (address, place) GROUP BY address)`
}

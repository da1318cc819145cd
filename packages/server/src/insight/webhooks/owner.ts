import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import type { Db } from '../../platform/database.ts'

/**
 * Whoever saved a webhook last, with what they may do by now: a right that was taken away, or an account that has ended, counts from the next
 * attempt on.
 */
export async function readOwner(db: Db, id: string): Promise<Principal | undefined> {
  const { rows } = await sql<{ permissions: string[] }>`
    SELECT CASE WHEN lacks_second_factor(u.id) THEN '{}'
      ELSE ARRAY(SELECT DISTINCT permission FROM permission_source WHERE user_id = u.id) END AS permissions
    FROM user_account u WHERE u.id = ${id} AND u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
  `.execute(db)
  const [row] = rows
  return row && { userId: id, sessionId: undefined, customerId: null, permissions: new Set(row.permissions) }
}

import { sql } from 'kysely'

/** Whether a person (`u`) may open the application and sees what the machine (`m`) reports, as it is now. */
export const seesMachine = sql`NOT u.disabled AND u.deleted_at IS NULL AND m.deleted_at IS NULL AND NOT lacks_second_factor(u.id)
  AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'customer.access')
  AND (u.customer_id = m.customer_id OR (u.customer_id IS NULL
    AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'machine.read.any')
    AND NOT EXISTS (SELECT FROM machine_sharing s WHERE s.machine_key = m.key AND s.support_ends <= now())))`

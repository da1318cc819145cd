import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/** Fields that are worked out when a row is read, by the name of the resource. */
export const accessComputedFields: Record<string, Computed> = {
  user: {
    status: sql`CASE WHEN disabled THEN 'disabled'
      WHEN EXISTS (SELECT FROM user_credential c WHERE c.user_id = user_account.id) THEN 'active' ELSE 'invited' END`,
    secondFactor: sql`has_second_factor(user_account.id)`,
    roles: sql`ARRAY(SELECT r.name FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = user_account.id ORDER BY r.name)`,
  },
  role: {
    permissions: sql`ARRAY(SELECT permission FROM role_permission WHERE role_id = role.id ORDER BY permission)`,
  },
  group: {
    permissions: sql`ARRAY(SELECT permission FROM group_permission WHERE group_id = access_group.id ORDER BY permission)`,
  },
}

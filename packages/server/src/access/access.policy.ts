import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

/** Fields that are worked out when a row is read, by the name of the resource. */
export const accessComputedFields: Record<string, Computed> = {
  user: {
    status: sql`CASE WHEN disabled THEN 'disabled'
      WHEN EXISTS (SELECT FROM user_credential c WHERE c.user_id = user_account.id)
        OR EXISTS (SELECT FROM user_identity i WHERE i.user_id = user_account.id) THEN 'active' ELSE 'invited' END`,
    roles: sql`ARRAY(SELECT r.name FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = user_account.id ORDER BY r.name)`,
  },
  identityProvider: {
    hasSecret: sql`EXISTS (SELECT FROM identity_provider_secret s WHERE s.provider_id = identity_provider.id)`,
  },
  role: {
    permissions: sql`ARRAY(SELECT permission FROM role_permission WHERE role_id = role.id ORDER BY permission)`,
  },
  group: {
    permissions: sql`ARRAY(SELECT permission FROM group_permission WHERE group_id = access_group.id ORDER BY permission)`,
  },
}

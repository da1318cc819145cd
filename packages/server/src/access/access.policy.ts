import { INVITATION_NOTICE_DAYS } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Computed } from '../engine/resource/columns.ts'

const userStatus = sql`CASE WHEN disabled THEN 'disabled'
  WHEN EXISTS (SELECT FROM user_credential c WHERE c.user_id = user_account.id)
    OR EXISTS (SELECT FROM user_identity i WHERE i.user_id = user_account.id) THEN 'active'
  ELSE CASE invitation_ends_at(user_account.id) > now() WHEN true THEN 'invited' WHEN false THEN 'expired' ELSE 'new' END END`

/** Fields that are computed when a row is read, by the resource name. */
export const accessComputedFields: Record<string, Computed> = {
  user: {
    status: userStatus,
    invitationEndsAt: sql`invitation_ends_at(user_account.id)`,
    invitationEndsSoon: sql`(${userStatus} IN ('invited', 'expired')
      AND invitation_ends_at(user_account.id) < now() + make_interval(days => ${sql.lit(INVITATION_NOTICE_DAYS)}))`,
    secondFactor: sql`has_second_factor(user_account.id)`,
    roles: sql`ARRAY(SELECT r.name FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = user_account.id ORDER BY r.name)`,
  },
  identityProvider: {
    hasSecret: sql`EXISTS (SELECT FROM identity_provider_secret s WHERE s.provider_id = identity_provider.id)`,
  },
  role: {
    permissions: sql`ARRAY(SELECT permission FROM role_permission WHERE role_id = role.id ORDER BY permission)`,
  },
  apiKey: {
    key: sql`NULL::text`,
    status: sql`CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() OR grace_until <= now() THEN 'expired'
      WHEN grace_until IS NOT NULL THEN 'ending' ELSE 'active' END`,
    scopes: sql`ARRAY(SELECT s.name FROM api_key_scope_of o JOIN api_key_scope s ON s.id = o.scope_id
      WHERE o.api_key_id = api_key.id ORDER BY s.name)`,
    lastUsedAt: sql`(SELECT last_used_at FROM api_key_secret s WHERE s.api_key_id = api_key.id)`,
    lastUsedFrom: sql`(SELECT last_used_from FROM api_key_secret s WHERE s.api_key_id = api_key.id)`,
  },
  apiKeyScope: {
    permissions: sql`ARRAY(SELECT permission FROM api_key_scope_permission WHERE scope_id = api_key_scope.id ORDER BY permission)`,
  },
  group: {
    permissions: sql`ARRAY(SELECT permission FROM group_permission WHERE group_id = access_group.id ORDER BY permission)`,
  },
}

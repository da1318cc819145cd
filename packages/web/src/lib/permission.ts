import type { Permission, ResourcePermission } from '@packhouse/contract'

/** Whether a session includes a permission; without a session there is none. */
export function hasPermission(
  session: { permissions: string[] } | null | undefined,
  permission: Permission | ResourcePermission,
): boolean {
  return session?.permissions.includes(permission) ?? false
}

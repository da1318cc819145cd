import type { Permission, ResourcePermission } from '@packhouse/contract'

/** Whether a session includes a permission; nobody signed in has none. */
export function hasPermission(
  session: { permissions: string[] } | null | undefined,
  permission: Permission | ResourcePermission,
): boolean {
  return session?.permissions.includes(permission) ?? false
}

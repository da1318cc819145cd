import type { Permission } from '@packhouse/contract'

/** Whether a session includes a permission; nobody signed in has none. */
export function hasPermission(session: { permissions: string[] } | null | undefined, permission: Permission): boolean {
  return session?.permissions.includes(permission) ?? false
}

import { type Permission, permissionDescriptions, type ResourcePermission } from '@packhouse/contract'
import type { Principal } from '../../engine/principal.ts'

/** Whom somebody views as. */
export interface Viewed {
  userId: string
  customerId: string | null
  permissions: readonly string[]
}

/**
 * What opens accounts or reaches beyond one user is read by nobody as somebody else: keys, sessions, mails with their links, settings
 * with addresses of services, logs.
 */
const NEVER: ReadonlySet<string> = new Set<Permission | ResourcePermission>([
  'user.viewAs',
  'session.read',
  'mail.read',
  'settings.read',
  'log.read',
  'authLog.read',
  'deadLetter.read',
  'telemetry.publish',
  ...resourcePermissions(['apiKey', 'apiKeyScope', 'deviceCertificate', 'identityProvider', 'webhook', 'subscriber']),
])

/** Costs and margins are for those alone who may see them themselves, whoever's user they view as. */
const ONLY_IF_OWN: ReadonlySet<string> = new Set<Permission>(['cost.read', 'analytics.read', 'analytics.names'])

/** Who may work with users and roles. */
export function isAdministrator(permissions: ReadonlySet<string>): boolean {
  return permissions.has('user.update') && permissions.has('role.update')
}

/** Whether somebody may view as another: administrators' accounts are for administrators, and the own one needs no view. */
export function mayViewAs(viewer: Principal, viewed: Viewed): boolean {
  if (viewer.customerId !== null || viewer.apiKeyId !== undefined || viewer.userId === viewed.userId) return false
  if (!viewer.permissions.has('user.viewAs')) return false
  return isAdministrator(viewer.permissions) || !isAdministrator(new Set(viewed.permissions))
}

/**
 * Who asks while somebody views as another: that user, with what of their permissions the viewer gets to see. Colleagues are seen no
 * further than the viewer may see by themselves; users of customers within their customer.
 */
export function viewedPrincipal(viewer: Principal, viewed: Viewed): Principal {
  const isColleague = viewed.customerId === null
  const shown = viewed.permissions.filter((permission) => {
    if (NEVER.has(permission)) return false
    return viewer.permissions.has(permission) || !(isColleague || ONLY_IF_OWN.has(permission))
  })
  return {
    userId: viewed.userId,
    sessionId: viewer.sessionId,
    customerId: viewed.customerId,
    permissions: new Set(shown),
    confirmed: false,
    viewer: { userId: viewer.userId },
  }
}

function resourcePermissions(names: readonly string[]): ResourcePermission[] {
  return Object.keys(permissionDescriptions).filter((permission): permission is ResourcePermission =>
    names.includes(permission.split('.')[0] ?? ''),
  )
}

import type { Call } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type Session, useSession } from '../lib/session.ts'

/** Whether the reader may make a call, and which permission is missing if not. */
export interface PermissionCheck {
  allowed: boolean
  permission: string
}

export function permissionFor(session: Session | undefined, call: Pick<Call, 'access'> | undefined): PermissionCheck {
  const permission = call?.access ?? ''
  const open = permission === 'public' || permission === 'signed-in'
  return { allowed: call !== undefined && (open || (session?.permissions.includes(permission) ?? false)), permission }
}

/** The same for the running screen. A call that a resource does not have is allowed to nobody. */
export function usePermission(call: Pick<Call, 'access'> | undefined): PermissionCheck {
  return permissionFor(useSession(), call)
}

/** Why a button is off, in words for its title. */
export function missingWords({ permission }: PermissionCheck): string {
  return t('resource.youNeedThePermissionForThis', { permission })
}

import type { Call } from '@packhouse/contract'
import { type Session, useSession } from '../lib/session.ts'

/** Whether the reader may make a call, and which permission is missing if not. */
export interface Leave {
  given: boolean
  permission: string
}

export function leaveFor(session: Session | undefined, call: Pick<Call, 'access'> | undefined): Leave {
  const permission = call?.access ?? ''
  const open = permission === 'public' || permission === 'signed-in'
  return { given: call !== undefined && (open || (session?.permissions.includes(permission) ?? false)), permission }
}

/** The same for the running screen. A call that a resource does not have is given to nobody. */
export function useLeave(call: Pick<Call, 'access'> | undefined): Leave {
  return leaveFor(useSession(), call)
}

/** Why a button is off, in words for its title. */
export function missingWords({ permission }: Leave): string {
  return `You need the permission ${permission} for this. Ask an administrator to add it.`
}

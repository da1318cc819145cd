import type { Permission } from '@packhouse/contract'
import type { Actor, CustomerScope } from '../platform/database.ts'
import type { NamedTags } from './entity-tags.ts'
import type { ReadValue } from './resource/as-read.ts'

/** What a request says of the row that it changes. */
export interface RowConditions {
  /** The states that it may be changed from; undefined where the header names none. */
  ifMatch: NamedTags | undefined
  /** What it had when it was read, of what nobody may set. */
  asRead: readonly ReadValue[]
}

/** Who makes a request, as found from its credentials. */
export interface Principal {
  /** The person, or the owner of the key. */
  userId: string
  /** Undefined if the person uses an API key. */
  sessionId: string | undefined
  apiKeyId?: string
  apiKeyName?: string
  /** Requests a minute, where an API key has its own limit. */
  ratePerMinute?: number
  /** The machineIDs that a key is held to, if it is. */
  machines?: ReadonlySet<string>
  customerId: string | null
  /** Whether it is the maker's, though held to one customer: an API key that staff have made, or a report to staff. What is not shared is not for them. */
  isOfStaff?: boolean
  permissions: ReadonlySet<string>
  /** The token by which they hold what they edit, as the request names it. */
  editLock?: string
  /** What has to be so for the one row to be changed that the request is about. */
  conditions?: RowConditions
  /** Whether the session was confirmed lately, as dangerous calls need it. */
  confirmed?: boolean
  /** Who views as this user, and until when; such a request can only read. */
  viewer?: { userId: string; endsAt?: string }
  /** Whether a role needs a second factor that there is not: until it is set up there are no permissions. */
  secondFactorRequired?: boolean
}

export function hasPermission(principal: Principal, permission: Permission): boolean {
  return principal.permissions.has(permission)
}

/** Who the database holds a piece of work against. */
export function actorOf(principal: Principal): Actor {
  const { userId, editLock } = principal
  return { userId, seesCosts: hasPermission(principal, 'cost.read'), editLock }
}

/** Somebody of the maker, also while they view as a user of a customer or use a key for one customer. */
export function isStaff({ customerId, viewer, isOfStaff = false }: Principal): boolean {
  return customerId === null || viewer !== undefined || isOfStaff
}

/** The rows that a change or a list is held to. Anyone who is staff has been admitted by permission before. */
export function rowScope(principal: Principal): CustomerScope {
  const { customerId } = principal
  if (customerId === null) return 'all'
  return isStaff(principal) ? { customerId, isViewed: true } : { customerId }
}

/** Rows of which customers the principal may see; undefined if of none. */
export function customerScope(principal: Principal): CustomerScope | undefined {
  if (principal.customerId !== null) return rowScope(principal)
  return hasPermission(principal, 'machine.read.any') ? 'all' : undefined
}

import { nodeRoles } from '@packhouse/contract'
import { z } from 'zod'

/**
 * What a process does: `api` answers requests and streams, `ingest` takes in what machines send and judges it, `worker` runs jobs and brings
 * the database to the newest schema. A process has all roles unless ROLE says otherwise.
 */
export type Role = (typeof nodeRoles)[number]
export type Roles = ReadonlySet<Role>

/** Whether a process has every role: then it needs no other one beside it. */
export function hasAllRoles(roles: Roles): boolean {
  return roles.size === nodeRoles.length
}

/** Whether something runs in a process. @param runsOn the roles that run it; without any it runs everywhere */
export function runsHere(runsOn: readonly Role[] | undefined, roles: Roles): boolean {
  return runsOn === undefined || runsOn.some((role) => roles.has(role))
}

const words = `must be all, or a list of ${nodeRoles.join(', ')}`

/** `all`, or roles separated by commas. */
export const roleList = z
  .string()
  .default('all')
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .transform((names) => (names.length === 1 && names[0] === 'all' ? [...nodeRoles] : names))
  .pipe(z.array(z.enum(nodeRoles, words)))
  .transform((names): Roles => new Set(names))

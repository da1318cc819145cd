import { type RoleAudience, writeFilter } from '@packhouse/contract'
import type { ResourceRow } from '../../resource/registry.ts'

/** Which roles can be given to staff, or to people of a customer. */
export function audiencesFor(isStaff: boolean): readonly RoleAudience[] {
  return isStaff ? ['everyone', 'staff'] : ['everyone', 'customers']
}

/** Likewise, as a filter of roles. */
export function rolesFor({ customerId }: ResourceRow): Readonly<Record<string, string>> {
  return { audience: writeFilter(audiencesFor(customerId == null)) }
}

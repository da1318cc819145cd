import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { assertAllowed, ForbiddenAddress } from '../../platform/outgoing-address.ts'
import { ProblemError } from '../problem-error.ts'
import type { Values } from './rows.ts'

/**
 * Refuses link-local addresses and those of a cloud's metadata where an address is saved that is called later. What a name leads to is looked at with
 * each call.
 * @throws ProblemError `invalid_request` at the field
 */
export function assertCallable({ fields }: Resource, values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field?.kind !== 'url' || !(field.guarded || field.secret) || typeof value !== 'string') continue
    if (!isForbidden(value)) continue
    const message = t('setting.addressIsForbidden')
    throw new ProblemError('invalid_request', `body.${name} ${message}`, [
      { path: `body.${name}`, code: 'custom', message },
    ])
  }
}

function isForbidden(address: string): boolean {
  const host = URL.parse(address)?.hostname
  if (host === undefined) return false
  try {
    assertAllowed(host)
    return false
  } catch (error) {
    if (error instanceof ForbiddenAddress) return true
    throw error
  }
}

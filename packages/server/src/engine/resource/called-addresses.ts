import { isIP } from 'node:net'
import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { reachOf } from '../../platform/address-ranges.ts'
import { ProblemError } from '../problem-error.ts'
import type { Values } from './rows.ts'

/**
 * Refuses an address that would never be called where it is saved: link-local ones and those of a cloud's metadata, and for what has to be public those
 * of closed networks too. What a name leads to is looked at with each call.
 * @param allowsPrivate whether the installation admits closed networks everywhere
 * @throws ProblemError `invalid_request` at the field
 */
export function assertCallable({ fields }: Pick<Resource, 'fields'>, values: Values, allowsPrivate: boolean): void {
  for (const [name, value] of Object.entries(values)) {
    const called = fields[name]?.called
    if (called === undefined || typeof value !== 'string') continue
    const message = faultOf(value, called === 'anywhere' || allowsPrivate)
    if (message === undefined) continue
    throw new ProblemError('invalid_request', `body.${name} ${message}`, [
      { path: `body.${name}`, code: 'custom', message },
    ])
  }
}

/** @param address of any protocol; as one of http its host is read in every way in which a number may be written */
function faultOf(address: string, allowsPrivate: boolean): string | undefined {
  const host = URL.parse(address.replace(/^[a-z][a-z.+-]*:/i, 'http:'))?.hostname.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return undefined
  // RFC 6761, 6.3: it never leads anywhere else.
  const isLocal = /(^|\.)localhost\.?$/.test(host)
  const reach = isLocal ? 'private' : isIP(host) === 0 ? 'public' : reachOf(host)
  if (reach === 'forbidden') return t('setting.addressIsForbidden')
  return reach === 'private' && !allowsPrivate ? t('setting.addressIsPrivate') : undefined
}

import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { reachOf } from './address-ranges.ts'
import { sentence } from './sentence.ts'

/** A forbidden address: link-local, or where a cloud hands out its keys. */
export class ForbiddenAddress extends Error {}

/** @throws ForbiddenAddress for a forbidden IP address */
export function assertAllowed(host: string): void {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) !== 0) assertReach(address, address)
}

/**
 * Looks names up for connections into private networks too, but never to forbidden addresses. The connection goes to
 * just what was found here: a name cannot change its mind in between.
 */
export const guardedLookup: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '')
    try {
      for (const { address } of found) assertReach(name, address)
    } catch (refusal) {
      return done(refusal as Error, '')
    }
    if (options.all) return done(null, found)
    return done(null, found[0]?.address ?? '', found[0]?.family)
  })
}

function assertReach(name: string, address: string): void {
  if (reachOf(address) !== 'forbidden') return
  throw new ForbiddenAddress(sentence`${name} leads to ${address}. Such addresses are never connected to.`)
}

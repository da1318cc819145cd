import { isIPv6 } from 'node:net'
import { promisify } from 'node:util'
import { assertAllowed, guardedLookup } from '../../platform/outgoing-address.ts'

interface Found {
  address: string
  family: number
}

const lookupAll = promisify<string, { all: true }, Found[]>((name, options, done) => {
  guardedLookup(name, options, (error, found) => done(error, Array.isArray(found) ? found : []))
})

/**
 * The address of an endpoint with the name looked up: the library would look it up again, where a name can have changed
 * its mind.
 * @throws ForbiddenAddress if it leads to a forbidden address
 */
export async function resolveEndpoint(endpointUrl: string): Promise<string> {
  const url = new URL(endpointUrl.replace(/^opc\.tcp/, 'http'))
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  assertAllowed(host)
  const found = await lookupAll(host, { all: true })
  const { address } = found.find(({ family }) => family === 4) ?? found[0] ?? { address: host }
  const port = /:(\d+)(?:\/|$)/.exec(endpointUrl.replace(/^opc\.tcp:\/\/(\[.*\])?/, ''))?.[1] ?? '4840'
  return `opc.tcp://${isIPv6(address) ? `[${address}]` : address}:${port}${url.pathname === '/' ? '' : url.pathname}`
}

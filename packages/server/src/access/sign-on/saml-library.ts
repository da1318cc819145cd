import type { CacheProvider, SAML } from '@node-saml/node-saml'
import { clock } from '../../platform/clock.ts'
import type { Addresses } from './addresses.ts'
import { CLOCK_SKEW_MS } from './saml-answer.ts'
import type { SamlMetadata } from './saml-metadata.ts'

/** One request to a provider, and what its answer has to fit. */
export interface SamlExchange {
  addresses: Addresses
  /** With the certificates that are valid now. */
  metadata: SamlMetadata
  requestId: string
}

/** The library, set up for one request, and loaded with the first: most installations never do. */
export async function samlFor({
  addresses: { entityId, consumerUrl },
  metadata,
  requestId,
}: SamlExchange): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    entryPoint: metadata.signOnUrl,
    issuer: entityId,
    audience: entityId,
    callbackUrl: consumerUrl,
    idpIssuer: metadata.entityId,
    idpCert: [...metadata.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
  })
}

/** The one request that an answer may be to; that it is answered once is the matter of `SignOnStore`. */
function onlyRequest(requestId: string): CacheProvider {
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: clock.now() }),
    getAsync: async (key) => (key === requestId ? new Date(clock.now()).toISOString() : null),
    removeAsync: async (key) => key,
  }
}

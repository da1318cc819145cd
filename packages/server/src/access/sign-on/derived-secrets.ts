import { createHmac } from 'node:crypto'

/** What belongs to one request to a provider beside its state. */
export interface RequestSecrets {
  /** OpenID Connect Core 1.0, 3.1.2.1. */
  nonce: string
  /** Of our PKCE towards the provider (RFC 7636). */
  verifier: string
  /** The ID of the SAML request, an NCName: it may not begin with a digit. */
  requestId: string
}

/**
 * Follows from the state with the key of the installation, so that the database stores nothing with which an answer could be
 * forged or a code exchanged.
 */
export function requestSecrets(key: string, state: string): RequestSecrets {
  const derive = (use: string, encoding: 'base64url' | 'hex') =>
    createHmac('sha256', key).update(`sign-on ${use}:${state}`).digest(encoding)
  return {
    nonce: derive('nonce', 'base64url'),
    verifier: derive('verifier', 'base64url'),
    requestId: `_${derive('request', 'hex')}`,
  }
}

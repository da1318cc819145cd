import { isIP } from 'node:net'

/** The site that passkeys are made for (WebAuthn 3, section 5.4.2): they work there and nowhere else. */
export interface RelyingParty {
  /** Its domain. */
  id: string
  /** What a browser must say it was on. */
  origin: string
  /** Shown by the authenticator. */
  readonly name: string
}

/**
 * It comes from the configured address: what a request names as its host proves nothing.
 * @param nameOf what the product is called when it is asked
 */
export function relyingPartyOf(publicUrl: string, nameOf: () => string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return {
    id: hostname,
    origin,
    get name() {
      return nameOf()
    },
  }
}

/** Whether browsers make passkeys for an address: it needs a domain name, and https but for localhost. */
export function takesPasskeys(publicUrl: string): boolean {
  const { hostname, protocol } = new URL(publicUrl)
  const isDomain = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isDomain && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))
}

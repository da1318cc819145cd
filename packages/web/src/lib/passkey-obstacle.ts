import type { PublicSettings } from '@packhouse/contract'

export interface PasskeySettings {
  login: Pick<PublicSettings['login'], 'address' | 'passkeys'>
}

/** Where the page is open, and what the browser can do there. */
export interface PasskeyPlace {
  origin: string
  /** Whether the browser takes the connection for secure: https, or this very machine. */
  isSecure: boolean
  /** Whether the browser knows passkeys. */
  hasApi: boolean
}

/** `ip` and `insecure` are about the public address of the installation, `elsewhere` about the one the page was opened at. */
export type PasskeyObstacle = 'ip' | 'insecure' | 'elsewhere' | 'unsafe' | 'browser'

/** The first thing that stands in the way of passkeys (WebAuthn 3, sections 5.1.3 and 13.4.9); undefined where nothing does. */
export function passkeyObstacle({ login }: PasskeySettings, place: PasskeyPlace): PasskeyObstacle | undefined {
  if (!login.passkeys) return isIpAddress(new URL(login.address).hostname) ? 'ip' : 'insecure'
  // A passkey is made for one origin, and the server takes it from there alone.
  if (place.origin !== login.address) return 'elsewhere'
  if (!place.isSecure) return 'unsafe'
  return place.hasApi ? undefined : 'browser'
}

function isIpAddress(hostname: string): boolean {
  return /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith('[')
}

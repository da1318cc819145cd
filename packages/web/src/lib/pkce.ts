/** The secret part of a single sign-on; both stay in session storage until the provider leads back. */
export interface SignOnSecrets {
  state: string
  verifier: string
}

export const stateKey = 'pkce_state'
export const verifierKey = 'pkce_code_verifier'

/** 32 random bytes of state and 64 of code verifier, as hex; 128 characters are the most RFC 7636 (4.1) allows. */
export function createSecrets(): SignOnSecrets {
  return { state: randomHex(32), verifier: randomHex(64) }
}

/** The S256 challenge of a verifier: its SHA-256 in base64url without padding (RFC 7636, 4.2). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

import type { LoginOption } from '@packhouse/contract'
import { challengeOf, createSecrets, stateKey, verifierKey } from '../../lib/pkce.ts'

export type SignOnOption = Exclude<LoginOption, 'basic'>

/** Where each option starts, and the screen that its provider leads back to. */
const ways: Record<SignOnOption, { start: string; callback: string; text: string }> = {
  okta: { start: '/auth/saml2/login', callback: '/okta/callback', text: 'Login with Okta' },
  cmms: { start: '/auth/cmms/login', callback: '/cmms/callback', text: 'Login with CMMS' },
  'core-cmms': { start: '/auth/cmms/login', callback: '/cmms/callback', text: 'Login' },
}

const intendedKey = 'pkce_intended'

export function signOnText(option: SignOnOption): string {
  return ways[option].text
}

/** The address that starts a single sign-on; its secrets are kept in session storage for the way back. */
export async function startSignOn(option: SignOnOption, intended: string): Promise<string> {
  const { state, verifier } = createSecrets()
  sessionStorage.setItem(stateKey, state)
  sessionStorage.setItem(verifierKey, verifier)
  sessionStorage.setItem(intendedKey, intended)
  const { start, callback } = ways[option]
  const query = new URLSearchParams({
    redirect: new URL(callback, location.origin).href,
    state,
    code_challenge: await challengeOf(verifier),
  })
  return `${start}?${query}`
}

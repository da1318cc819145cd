import type { LoginOption } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { challengeOf, createSecrets, stateKey, verifierKey } from './pkce.ts'

export type SignOnOption = Exclude<LoginOption, 'basic'>

/** Where each option starts, and the screen that its provider leads back to. */
const ways: Record<SignOnOption, { start: string; callback: string; text: string }> = {
  okta: { start: '/auth/saml2/login', callback: '/okta/callback', text: t('app.loginWithOkta') },
  cmms: { start: '/auth/cmms/login', callback: '/cmms/callback', text: t('app.loginWithCmms') },
  'core-cmms': { start: '/auth/cmms/login', callback: '/cmms/callback', text: t('general.login') },
}

const intendedKey = 'pkce_intended'

export function signOnText(option: SignOnOption): string {
  return ways[option].text
}

/**
 * The address that starts a single sign-on; its secrets are stored in session storage until the callback.
 * @param ticket of somebody who is signed in and links the provider to the account
 */
export async function startSignOn(option: SignOnOption, intended: string, ticket?: string): Promise<string> {
  const { state, verifier } = createSecrets()
  sessionStorage.setItem(stateKey, state)
  sessionStorage.setItem(verifierKey, verifier)
  sessionStorage.setItem(intendedKey, intended)
  const { start, callback } = ways[option]
  const query = new URLSearchParams({
    redirect: new URL(callback, location.origin).href,
    state,
    code_challenge: await challengeOf(verifier),
    // It shares its path with another option.
    ...(option === 'core-cmms' && { option }),
    ...(ticket !== undefined && { token: ticket }),
  })
  return `${start}?${query}`
}

/** What a single sign-on has left in session storage for its way back. */
export interface StartedSignOn {
  state: string | null
  verifier: string | null
  intended: string | null
}

/** Takes it out of the storage: a way back is gone once. */
export function takeStartedSignOn(): StartedSignOn {
  const take = (key: string) => {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  }
  return { state: take(stateKey), verifier: take(verifierKey), intended: take(intendedKey) }
}

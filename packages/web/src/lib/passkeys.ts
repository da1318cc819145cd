import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { type PasskeyObstacle, type PasskeyPlace, type PasskeySettings, passkeyObstacle } from './passkey-obstacle.ts'
import { keepSignIn } from './session.ts'

// Loaded when somebody uses a passkey, and not with every screen that offers to.
const webAuthn = () => import('@simplewebauthn/browser')

/** Whether passkeys can be used here: by this browser, and at the address of the product. */
export function takesPasskeys(settings: PasskeySettings | undefined): boolean {
  return settings !== undefined && passkeyObstacle(settings, hereNow()) === undefined
}

/** Why passkeys cannot be used here, and what to do about it, in words; undefined where they can. */
export function whyNoPasskeys(settings: PasskeySettings | undefined): string | undefined {
  const obstacle = settings && passkeyObstacle(settings, hereNow())
  if (settings === undefined || obstacle === undefined) return undefined
  const { address } = settings.login
  const here = location.origin
  const words: Record<PasskeyObstacle, () => string> = {
    ip: () => t('app.passkeysNeedAHostName', { address }),
    insecure: () => t('app.passkeysNeedHttps', { address }),
    elsewhere: () => t('app.passkeysWorkElsewhere', { address, here }),
    unsafe: () => t('app.passkeysNeedASecurePage', { here }),
    browser: () => t('app.thisBrowserHasNoPasskeys'),
  }
  return words[obstacle]()
}

function hereNow(): PasskeyPlace {
  const hasApi = typeof PublicKeyCredential === 'function'
  return { origin: location.origin, isSecure: isSecureContext, hasApi }
}

/** Signs in with a passkey, as the second factor of a sign-in that awaits it or in the place of email and password. */
export async function signInWithPasskey(pendingToken?: string): Promise<void> {
  const pending = pendingToken === undefined ? {} : { pending_token: pendingToken }
  const { startAuthentication } = await webAuthn()
  const optionsJSON = await callApi(api.beginPasskeySignIn, { body: pending })
  const passkey = await startAuthentication({ optionsJSON })
  keepSignIn(await callApi(api.finishPasskeySignIn, { body: { ...pending, passkey } }))
}

/** Makes a passkey for the own account. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await webAuthn()
  const optionsJSON = await callApi(api.beginPasskey)
  const passkey = await startRegistration({ optionsJSON })
  await callApi(api.finishPasskey, { body: { name, passkey } })
}

/** Confirms with a passkey that it is the user who has signed in. */
export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await webAuthn()
  const optionsJSON = await callApi(api.beginConfirmation)
  const passkey = await startAuthentication({ optionsJSON })
  await callApi(api.confirmIdentity, { body: { passkey } })
}

/** Why no passkey was used or created, in words. Browsers do not distinguish a refusal by the user from a missing device. */
export function explainPasskeyFailure(error: unknown): string {
  if (error instanceof ApiError) {
    return error.status < 500 ? error.message : t('app.theServerCouldNotBeReachedTry')
  }
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t('app.thisDeviceHasAPasskeyOf')
  if (name === 'SecurityError') return t('app.passkeysDoNotWorkAtThis')
  return t('app.noPasskeyWasUsedTryAgain')
}

import { api, type PushDevice } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { callApi } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { registerWorker } from './offline/page-worker.ts'

/** Why notifications cannot be shown here; undefined if they can, once the reader allows it. */
export type PushObstacle = 'insecure' | 'install' | 'unsupported' | 'blocked'

export function pushObstacle(): PushObstacle | undefined {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // Safari of phones has them only in a page that was added to the home screen.
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

/** The fingerprint of this browser's subscription; null where it has none. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription == null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Asks the reader, subscribes this browser and adds it to the account.
 * @param publicKey of the installation
 * @throws PushRefusal where the reader or the browser does not allow it, ApiError where the server does not
 */
export async function addThisDevice(publicKey: string): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRefusal(t('settings.notificationsNotAllowed'))
  const { pushManager } = await registerWorker()
  // One to an earlier key of the installation is of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new PushRefusal(t('settings.pushServiceAway'))
    })
  const { endpoint, keys } = subscription.toJSON()
  return await callApi(api.addPushDevice, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
}

/** Ends the subscription of this browser. */
export async function forgetThisDevice(): Promise<void> {
  await (await (await registration())?.pushManager.getSubscription())?.unsubscribe()
}

/** That this browser gets no notifications, in words. */
export class PushRefusal extends Error {}

export function explainPushFailure(error: unknown): string {
  if (error instanceof PushRefusal) return error.message
  if (error instanceof ApiError && error.status < 500) return error.message
  return t('app.theServerCouldNotBeReachedTry')
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return pushObstacle() === undefined ? await navigator.serviceWorker.getRegistration('/') : undefined
}

import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { actorOf, customerScope } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { Database } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { isPushService } from '../../platform/push-services.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { acknowledge } from '../alarm-acts.ts'
import type { Push } from './push.ts'
import {
  addDevice,
  readChoices,
  readDevice,
  readDevices,
  removeDevice,
  renameDevice,
  storeChoices,
} from './push-devices.ts'
import type { PushKeys } from './push-keys.ts'
import { takePushToken } from './push-token.ts'

export interface PushHandlerParts {
  database: Database
  push: Push
  keys: PushKeys
  encryption: Encryption
  settings: Pick<InstallationSettings, 'read'>
  /** Hosts that subscriptions may name. */
  services: readonly string[]
  allowsHttp: boolean
  /** A browser and its system in words, from its `User-Agent`. */
  nameOf: (userAgent: string | null) => string
}

type PushCalls =
  | 'pushSettings'
  | 'setPushChoices'
  | 'addPushDevice'
  | 'renamePushDevice'
  | 'removePushDevice'
  | 'testPushDevice'
  | 'acknowledgeFromPush'

export function pushHandlers(parts: PushHandlerParts): HandlersOf<PushCalls> {
  const { database, push, keys, encryption, settings } = parts
  const db = database.system
  const ownDevice = async (userId: string, id: string) => {
    const device = await readDevice(db, userId, id)
    assertThat(device, 'not_found', t('push.noSuchDevice'))
    return device
  }
  return {
    async pushSettings({ principal: { userId } }) {
      const { choices, timeZone } = await readChoices(db, userId)
      const { publicKey } = await keys.get()
      const devices = await readDevices(db, userId)
      return { publicKey, timeZone: timeZone ?? settings.read('region.timeZone'), choices, devices }
    },

    async setPushChoices({ principal: { userId }, body }) {
      await storeChoices(db, userId, body)
      return (await readChoices(db, userId)).choices
    },

    async addPushDevice({ principal: { userId }, body: { name, endpoint, keys: given }, request }) {
      assertPushService(parts, endpoint)
      const device = await addDevice(db, encryption, {
        userId,
        name: name ?? parts.nameOf(request.headers['user-agent'] ?? null),
        subscription: { endpoint, keys: given },
      })
      assertThat(device, 'not_usable', t('push.tooManyDevices'))
      return device
    },

    async renamePushDevice({ principal: { userId }, params: { id }, body: { name } }) {
      const device = await renameDevice(db, userId, id, name)
      assertThat(device, 'not_found', t('push.noSuchDevice'))
      return device
    },

    async removePushDevice({ principal: { userId }, params: { id } }) {
      assertThat(await removeDevice(db, userId, id), 'not_found', t('push.noSuchDevice'))
      return undefined
    },

    async testPushDevice({ principal: { userId }, params: { id } }) {
      await ownDevice(userId, id)
      await push.sendTest(userId, id)
      return await ownDevice(userId, id)
    },

    async acknowledgeFromPush({ body: { token } }) {
      const { alarmId, principal, device } = await takePushToken(db, token)
      const scope = customerScope(principal) ?? { customerId: '' }
      const note = t('push.fromDevice', { device })
      const count = await database.inScope(
        scope,
        (transaction) => acknowledge(transaction, principal, [alarmId], note),
        actorOf(principal),
      )
      return { acknowledged: count > 0 }
    },
  }
}

/** Anybody who is signed in names the address, and we send there: it must be one of a push service. */
function assertPushService({ services, allowsHttp }: PushHandlerParts, endpoint: string): void {
  const address = URL.parse(endpoint)
  const isEncrypted = address?.protocol === 'https:' || (allowsHttp && address?.protocol === 'http:')
  if (address !== null && isEncrypted && address.username === '' && isPushService(address, services)) return
  const message = t('push.unknownService', { host: address?.host ?? '' })
  throw new ProblemError('invalid_request', message, [{ path: 'body.endpoint', code: 'rule', message }])
}

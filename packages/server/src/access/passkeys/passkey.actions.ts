import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { AccessParts } from '../auth.actions.ts'
import { readBinding } from '../binding.ts'
import { faultAt, findOwn } from '../own-account.ts'
import { writeSecurityEvent } from '../security-events.ts'
import { PasskeyRefusal } from './passkey-refusal.ts'

type PasskeyCalls = 'myPasskeys' | 'beginPasskey' | 'finishPasskey' | 'renamePasskey' | 'removePasskey'

/** The passkeys of the own account. */
export function passkeyHandlers(parts: AccessParts): HandlersOf<PasskeyCalls> {
  const { database, passkeys, secondFactors, authenticator } = parts
  return {
    myPasskeys: ({ principal }) => passkeys.list(principal.userId),

    async beginPasskey({ principal, request, reply }) {
      reply.header('cache-control', 'no-store')
      return await passkeys.beginToAdd(await findOwn(database, principal), readBinding(request))
    },

    async finishPasskey({ principal, body, request }) {
      const { userId } = principal
      const passkey = await database.system.transaction().execute(async (db) => {
        const added = await passkeys.add(db, userId, body, readBinding(request)).catch((error: unknown) => {
          throw error instanceof PasskeyRefusal ? faultAt('passkey', t('access.isNotThePasskeyAskedFor')) : error
        })
        await writeSecurityEvent(db, { userId, action: 'passkey-added', detail: { passkey: added.name } })
        return added
      })
      // A role may have waited for it.
      authenticator.forget(request)
      return passkey
    },

    async renamePasskey({ principal, params, body }) {
      const passkey = await passkeys.rename(principal.userId, params.id, body.name)
      assertThat(passkey, 'not_found', t('access.noSuchPasskey'))
      return passkey
    },

    async removePasskey({ principal, params }) {
      const { userId } = principal
      await database.system.transaction().execute(async (db) => {
        await secondFactors.lockOwner(db, userId)
        const name = await passkeys.remove(db, userId, params.id)
        assertThat(name !== undefined, 'not_found', t('access.noSuchPasskey'))
        await secondFactors.assertEnough(db, userId)
        await writeSecurityEvent(db, { userId, action: 'passkey-removed', detail: { passkey: name } })
      })
      return undefined
    },
  }
}

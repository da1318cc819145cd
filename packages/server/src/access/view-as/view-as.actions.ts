import { t } from '@packhouse/messages'
import type { HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { sessionOf } from '../own-account.ts'
import { mayViewAs } from './viewed-principal.ts'
import type { Views } from './views.ts'

/** @param users finds the account in the row scope */
export function viewAsHandlers(views: Views, users: ResourceStore): HandlersOf<'beginViewAs' | 'endViewAs'> {
  return {
    async beginViewAs({ principal, params }) {
      assertThat(principal.customerId === null, 'not_found')
      await users.get(principal, params.id)
      const viewed = await views.findViewed(params.id)
      assertThat(viewed, 'invalid_request', t('access.signInIsBlocked'))
      assertThat(mayViewAs(principal, viewed), 'permission_missing', t('access.onlyAdministratorsViewAsThem'))
      return await views.begin(sessionOf(principal), principal.userId, params.id)
    },

    async endViewAs({ principal }) {
      await views.end(sessionOf(principal), principal.userId)
      return undefined
    },
  }
}

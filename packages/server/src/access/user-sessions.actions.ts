import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Database, Db } from '../platform/database.ts'
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts'
import { writeSecurityEvent } from './security-events.ts'

type UserSessionCalls = 'userSessions' | 'endUserSession' | 'endUserSessions'

/** What is never the id of a session. */
const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * Sessions of others. They end like one's own: what a server has looked up of a session it believes for half a second.
 * @param users finds the account in the row scope
 */
export function userSessionHandlers(database: Database, users: ResourceStore): HandlersOf<UserSessionCalls> {
  /** @throws ProblemError `not_found` for anyone who is not staff, also where they may see the account */
  async function assertSees(principal: Principal, id: string): Promise<void> {
    assertThat(principal.customerId === null, 'not_found')
    await users.get(principal, id)
  }
  const end = (work: (db: Db) => Promise<number>) => database.system.transaction().execute(work)

  return {
    async userSessions({ principal, params }) {
      await assertSees(principal, params.id)
      return await listSessions(database.system, params.id, principal.sessionId ?? NONE)
    },

    async endUserSession({ principal, params }) {
      await assertSees(principal, params.id)
      const { userId: actorId } = principal
      await end(async (db) => {
        const ended = await endSession(db, params.id, params.sessionId, 'ended by staff')
        assertThat(ended, 'not_found', t('access.noSuchSession'))
        const sessionId = params.sessionId
        await writeSecurityEvent(db, { userId: params.id, actorId, sessionId, action: 'session-ended' })
        return 1
      })
      return undefined
    },

    async endUserSessions({ principal, params }) {
      await assertSees(principal, params.id)
      const { userId: actorId, sessionId = NONE } = principal
      const ended = await end(async (db) => {
        const count = await endOtherSessions(db, params.id, sessionId, 'ended by staff')
        const detail = { endedSessions: count }
        await writeSecurityEvent(db, { userId: params.id, actorId, action: 'sessions-ended', detail })
        return count
      })
      return { ended }
    },
  }
}

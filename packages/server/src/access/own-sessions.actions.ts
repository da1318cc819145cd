import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { AccessParts } from './auth.actions.ts'
import { forgetDevices } from './known-devices.ts'
import { forgetLink } from './links/link-tokens.ts'
import { confirmPassword, faultAt, findOwn, sessionOf } from './own-account.ts'
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts'
import { assertGoodPassword } from './password-rules.ts'
import { forgetPending } from './second-factor/pending-sign-ins.ts'
import { writeSecurityEvent } from './security-events.ts'

type SessionCalls = 'changeMyPassword' | 'mySessions' | 'endMySession' | 'endMyOtherSessions'

export function ownSessionHandlers(parts: AccessParts): HandlersOf<SessionCalls> {
  const { database, secondFactors, devices, passwords } = parts
  return {
    async changeMyPassword({ principal, body, request, reply }) {
      const { userId } = principal
      const account = await findOwn(database, principal)
      await confirmPassword(parts, account, body.current, 'current', request.ip).catch((error) => {
        parts.refusalLog.add({ userId, action: 'password-refused' })
        throw error
      })
      if (body.new === body.current) throw faultAt('new', t('access.mustDifferFromBefore'))
      const hasSecondFactor = await secondFactors.protects(database.system, userId)
      const { email, first_name, last_name, customer_name } = account
      const places = [...parts.places(), customer_name ?? '']
      await assertGoodPassword(body.new, { email, names: [first_name, last_name], places, hasSecondFactor }, 'new')
      const hash = await passwords.hash(body.new)
      await database.system.transaction().execute(async (db) => {
        // Of two changes at once the second finds another hash than the one its current password was right for.
        const { rows } = await sql`
          UPDATE user_credential SET password_hash = ${hash}, changed_at = now()
          WHERE user_id = ${userId} AND password_hash = ${account.password_hash} RETURNING 1
        `.execute(db)
        if (rows.length === 0) throw faultAt('current', t('access.isNotYourCurrentPassword'))
        await forgetPending(db, userId)
        await forgetLink(db, userId)
        await forgetDevices(db, userId)
        const ended = await endOtherSessions(db, userId, sessionOf(principal), 'password changed')
        await writeSecurityEvent(db, { userId, action: 'password-changed', detail: { endedSessions: ended } })
      })
      await devices.remember(userId, request, reply)
      return undefined
    },

    mySessions: ({ principal }) => listSessions(database.system, principal.userId, sessionOf(principal)),

    async endMySession({ principal, params }) {
      const { userId } = principal
      const ended = await endSession(database.system, userId, params.id)
      assertThat(ended, 'not_found', t('access.noSuchSession'))
      await writeSecurityEvent(database.system, { userId, action: 'session-ended' })
      return undefined
    },

    async endMyOtherSessions({ principal }) {
      const { userId } = principal
      const ended = await endOtherSessions(database.system, userId, sessionOf(principal), 'signed out everywhere else')
      await writeSecurityEvent(database.system, {
        userId,
        action: 'other-sessions-ended',
        detail: { endedSessions: ended },
      })
      return { ended }
    },
  }
}

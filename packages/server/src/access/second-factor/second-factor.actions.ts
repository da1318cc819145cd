import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { type AccessParts, toPair } from '../auth.actions.ts'
import { readBinding } from '../binding.ts'
import { clientOf } from '../client.ts'
import { codeLimitOf, confirmPassword, faultAt, findOwn, tooManyAttempts } from '../own-account.ts'
import { writeSecurityEvent } from '../security-events.ts'
import { otpauthAddress } from './one-time-codes.ts'
import { finishPending, startAgain, takeGuess } from './pending-sign-ins.ts'

type SecondFactorCalls =
  | 'validateTwoFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'endSecondFactor'
  | 'endSecondFactorOfUser'

/** @param users finds the account whose second factor somebody else switches off, in the row scope */
export function secondFactorHandlers(parts: AccessParts, users: ResourceStore): HandlersOf<SecondFactorCalls> {
  const { database, sessions, secondFactors, authenticator, confirmationLimits, devices, refusalLog } = parts
  return {
    async validateTwoFactor({ body, request, reply }) {
      reply.header('cache-control', 'no-store')
      const binding = readBinding(request)
      const { userId, bound, guessesLeft } = await takeGuess(database.system, body.pending_token, binding)
      const address = { address: request.ip }
      const refuse = async (problem: unknown): Promise<never> => {
        const code = problem instanceof ProblemError ? problem.code : undefined
        refusalLog.add({ userId, action: 'second-factor-refused', ...(code && { code }), detail: address })
        throw problem
      }
      // Anyone who has the password can start any number of sign-ins: guesses count over all of them.
      const guesser = (await devices.find(request, userId)) ?? codeLimitOf(userId)
      await confirmationLimits.take(guesser, request.ip, tooManyAttempts()).catch(refuse)
      const spent = await database.system.transaction().execute(async (db) => {
        const spent = await secondFactors.spend(db, userId, body.two_factor_code)
        if (spent !== undefined && !(await finishPending(db, body.pending_token))) throw startAgain()
        return spent
      })
      if (spent === undefined) {
        return await refuse(guessesLeft > 0 ? wrong(guessesLeft) : startAgain())
      }
      await confirmationLimits.giveBack(guesser, request.ip)
      const tokens = await sessions.start(userId, bound ? binding : undefined, clientOf(request), { with: spent })
      await devices.remember(userId, request, reply)
      return toPair(tokens)
    },

    async startSecondFactor({ principal, reply }) {
      reply.header('cache-control', 'no-store')
      const { email } = await findOwn(database, principal)
      const secret = await secondFactors.begin(database.system, principal.userId)
      return { secret, address: otpauthAddress(secret, parts.productTitle, email) }
    },

    async confirmSecondFactor({ principal, body, request, reply }) {
      reply.header('cache-control', 'no-store')
      const { userId } = principal
      await confirmationLimits.take(codeLimitOf(userId), request.ip, tooManyAttempts())
      const recoveryCodes = await database.system.transaction().execute(async (db) => {
        const codes = await secondFactors.confirm(db, userId, body.code)
        if (codes !== undefined) await writeSecurityEvent(db, { userId, action: 'second-factor-on' })
        return codes
      })
      if (recoveryCodes === undefined) {
        refusalLog.add({ userId, action: 'second-factor-refused', code: 'wrong' })
        throw faultAt('code', t('access.codeIsNotRight'))
      }
      await confirmationLimits.giveBack(codeLimitOf(userId), request.ip)
      // A role may have waited for it.
      authenticator.forget(request)
      return { recoveryCodes }
    },

    async endSecondFactor({ principal, body, request }) {
      const { userId } = principal
      const account = await findOwn(database, principal)
      const { on } = await secondFactors.state(database.system, userId)
      assertThat(on, 'not_found', t('access.noSecondFactorToSwitchOff'))
      await confirmPassword(parts, account, body.password, 'password', request.ip).catch((error) => {
        refusalLog.add({ userId, action: 'password-refused' })
        throw error
      })
      await confirmationLimits.take(codeLimitOf(userId), request.ip, tooManyAttempts())
      const ended = await database.system.transaction().execute(async (db) => {
        await secondFactors.lockOwner(db, userId)
        if ((await secondFactors.spend(db, userId, body.code)) === undefined) return false
        await secondFactors.end(db, userId)
        await secondFactors.assertEnough(db, userId)
        await writeSecurityEvent(db, { userId, action: 'second-factor-off' })
        return true
      })
      if (!ended) {
        refusalLog.add({ userId, action: 'second-factor-refused', code: 'wrong' })
        throw faultAt('code', t('access.codeIsWrongUseRecovery'))
      }
      await confirmationLimits.giveBack(codeLimitOf(userId), request.ip)
      return undefined
    },

    async endSecondFactorOfUser({ principal, params }) {
      await users.write(principal, async (db) => {
        await users.rows.lock(db, params.id, {})
        const own = params.id === principal.userId
        assertThat(!own, 'invalid_request', t('access.switchOwnSecondFactorOffInSettings'))
        await assertMayDoNoMore(db, principal, params.id)
        const ended = await secondFactors.endAll(db, params.id)
        assertThat(ended, 'not_found', t('access.userHasNoSecondFactor'))
        const { userId: actorId } = principal
        await writeSecurityEvent(db, { userId: params.id, actorId, action: 'second-factor-off' })
      })
      return undefined
    },
  }
}

/** Anyone who switches it off is a password away from the account: so no one may do it for people with more permissions. */
async function assertMayDoNoMore(db: Transaction, principal: Principal, userId: string): Promise<void> {
  const { rows } = await sql<{ permission: string }>`
    SELECT DISTINCT permission FROM permission_source WHERE user_id = ${userId} ORDER BY permission
  `.execute(db)
  const missing = rows.map(({ permission }) => permission).filter((name) => !principal.permissions.has(name))
  const words = t('access.onlyForWhoMayDoNoMore', { missing: missing.join(', ') })
  assertThat(missing.length === 0, 'permission_missing', words)
}

function wrong(guessesLeft: number): ProblemError {
  return new ProblemError('second_factor_wrong', t('access.codeIsWrongTriesLeft', { guessesLeft }))
}

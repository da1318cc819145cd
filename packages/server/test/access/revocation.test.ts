import { describe, expect, test } from 'vitest'
import { useMovableClock } from '../support/movable-clock.ts'
import { expectProblem } from '../support/problem.ts'
import { type AccountName, emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp()

/** Runs a statement on a user and undoes it afterwards, whatever happens. */
async function during(change: string, undo: string, name: AccountName, work: () => Promise<void>): Promise<void> {
  await app.sql(change, [emailOf(name)])
  try {
    await work()
  } finally {
    await app.sql(undo, [emailOf(name)])
  }
}

const USER = '(SELECT id FROM user_account WHERE email = $1)'
const takeRoles = [
  `DELETE FROM user_role WHERE user_id = ${USER}`,
  `INSERT INTO user_role SELECT ${USER}, id FROM role WHERE name = 'customer'`,
] as const
const deleteUser = [
  'UPDATE user_account SET deleted_at = now() WHERE email = $1',
  'UPDATE user_account SET deleted_at = NULL WHERE email = $1',
] as const

describe.each([
  ['a role that is taken away', 'permission_missing', takeRoles],
  ['a user that is deleted', 'token_invalid', deleteUser],
] as const)('%s', (_, code, [change, undo]) => {
  test('takes effect half a second later on a token in constant use', async () => {
    const caller = await app.signIn('customer')
    expect((await caller.get('/v1/ignition/machines/me')).status).toBe(200)
    await during(change, undo, 'customer', async () => {
      await clock.jump(BELIEVED_MS)
      expectProblem(await caller.get('/v1/ignition/machines/me'), code)
    })
  })

  test('ends an open live stream, however busy the token is', async () => {
    for (let round = 0; round < 3; round++) {
      const caller = await app.signIn('customer')
      const stream = await app.stream(caller)
      const busy = setInterval(() => void caller.get('/v1/auth/me').catch(() => undefined), 50)
      try {
        // The moment between two checks of the stream decides; each round comes at another one.
        await until('a call of the busy token', async () => (await caller.get('/v1/auth/me')).status === 200)
        await during(change, undo, 'customer', async () => {
          await until('the end of the stream', () => stream.ended)
        })
      } finally {
        clearInterval(busy)
      }
    }
  })
})

test('signing out ends the live streams of the session', async () => {
  const caller = await app.signIn('customer')
  const stream = await app.stream(caller)
  await caller.post('/v1/auth/logout')
  await until('the end of the stream', () => stream.ended)
})

test('an expired access token ends its live stream', async () => {
  const caller = await app.signIn('customer')
  const stream = await app.stream(caller)
  await app.sql(`UPDATE access_token SET expires_at = now() WHERE hash = sha256('${caller.tokens?.access_token}')`)
  await until('the end of the stream', () => stream.ended)
})

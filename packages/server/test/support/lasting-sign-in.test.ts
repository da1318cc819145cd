import { expect, test } from 'vitest'
import { ACCESS_TOKEN_MINUTES } from '../../src/access/tokens.ts'
import { Caller } from './caller.ts'
import { LastingSignIn } from './lasting-sign-in.ts'
import { expectProblem } from './problem.ts'
import { emailOf } from './test-app.ts'
import { useTestApp } from './use-test-app.ts'

const app = useTestApp()
const LIFE_MS = ACCESS_TOKEN_MINUTES * 60_000
let now = 0
let signIns = 0

/** Somebody whose tokens age by `now`. @param isLetIn whether another sign-in succeeds */
async function lastingCaller(isLetIn = () => true): Promise<Caller> {
  now = 0
  signIns = 0
  const again = async () => {
    signIns += 1
    return isLetIn() ? await app.login(emailOf('customer')) : undefined
  }
  return new Caller(app.port, new LastingSignIn(await app.login(emailOf('customer')), again, () => now))
}

/** As if the access tokens that there are had been made so long ago. */
async function passTime(ms: number): Promise<void> {
  now += ms
  await app.sql(`UPDATE access_token SET expires_at = expires_at - make_interval(secs => $1)`, [ms / 1_000])
}

const statusOf = async (caller: Caller) => (await caller.get('/v1/auth/me')).status

test('somebody who is signed in for a file is let in for an hour, with the same headers and at another address of the caller', async () => {
  const caller = await lastingCaller()
  const derived = caller.with({ 'accept-language': 'de' }).at(app)
  for (let minutes = 0; minutes < 60; minutes += 4) {
    expect(await statusOf(caller), `after ${minutes} minutes`).toBe(200)
    expect((await app.anonymous.get('/v1/auth/me', await derived.headers())).status).toBe(200)
    await passTime(4 * 60_000)
  }
  expect(signIns).toBe(7)
})

test('requests at once sign in again once', async () => {
  const caller = await lastingCaller()
  await passTime(LIFE_MS / 2)
  const answers = await Promise.all(Array.from({ length: 5 }, () => statusOf(caller)))
  expect([answers, signIns]).toEqual([Array(5).fill(200), 1])
})

test('a session that is ended stays ended, as long as its tokens are young', async () => {
  const caller = await lastingCaller()
  await passTime(LIFE_MS / 2 - 1)
  await caller.call('logout')
  expectProblem(await caller.get('/v1/auth/me'), 'token_invalid')
  expect(signIns).toBe(0)
})

test('where no other sign-in is let in, the tokens are used until they end', async () => {
  const caller = await lastingCaller(() => false)
  await passTime(LIFE_MS / 2)
  expect(await statusOf(caller)).toBe(200)
  await passTime(LIFE_MS / 2)
  expectProblem(await caller.get('/v1/auth/me'), 'token_expired')
})

test('one session and its tokens, as a test signs it in for itself, end after their time', async () => {
  const caller = await app.signIn('customer')
  await passTime(LIFE_MS)
  expectProblem(await caller.get('/v1/auth/me'), 'token_expired')
})

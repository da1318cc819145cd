import type { TokenPair } from '@packhouse/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { Caller } from '../support/caller.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS, GRACE_ENDS_BY_HAND } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp({ prepare: GRACE_ENDS_BY_HAND })
let pair: TokenPair

beforeEach(async () => {
  pair = await app.login(emailOf('customer'))
})

function refresh(token: string) {
  return app.anonymous.post('/v1/auth/refresh', { refresh_token: token })
}

async function successorOf(token: string): Promise<TokenPair> {
  return await app.anonymous.call('refresh', { body: { refresh_token: token } })
}

function me(accessToken: string) {
  return new Caller(app.port, { access_token: accessToken, refresh_token: '' }).get('/v1/auth/me')
}

function hashOf(token: string): string {
  return `sha256('${token}')`
}

/** Moves the time at which a token was used into the past. */
async function usedSecondsAgo(token: string, seconds: number): Promise<void> {
  await app.sql(`UPDATE refresh_token SET used_at = now() - make_interval(secs => $1) WHERE hash = ${hashOf(token)}`, [
    seconds,
  ])
}

describe('exchanging a refresh token', () => {
  test('gives a new pair, and both old and new access tokens work', async () => {
    const next = await successorOf(pair.refresh_token)
    expect(next.access_token).not.toBe(pair.access_token)
    expect(next.refresh_token).not.toBe(pair.refresh_token)
    expect((await me(next.access_token)).status).toBe(200)
    expect((await me(pair.access_token)).status).toBe(200)
  })

  test('can be repeated with each successor', async () => {
    let token = pair.refresh_token
    for (let step = 0; step < 5; step++) token = (await successorOf(token)).refresh_token
    expect((await refresh(token)).status).toBe(200)
  })

  test('100 times at once makes exactly one successor pair', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(pair.refresh_token)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    const stored = await app.sql(`SELECT 1 FROM refresh_token WHERE session_id =
      (SELECT session_id FROM refresh_token WHERE hash = ${hashOf(pair.refresh_token)})`)
    expect(stored).toHaveLength(2)
    const access = await app.sql(`SELECT 1 FROM access_token WHERE session_id =
      (SELECT session_id FROM refresh_token WHERE hash = ${hashOf(pair.refresh_token)})`)
    expect(access).toHaveLength(2)
  })

  test('again within 10 s gives the same successors', async () => {
    await until('an exchange within the second that is left', async () => {
      const { refresh_token: token } = await app.login(emailOf('customer'))
      const next = await successorOf(token)
      const began = performance.now()
      await usedSecondsAgo(token, 9)
      const answer = await refresh(token)
      // A busy machine may have taken longer: then it says nothing.
      if (performance.now() - began >= 1_000) return false
      expect(answer.body).toEqual(next)
      return true
    })
  })

  test.each([
    ['unknown', `phr_${'A'.repeat(43)}`],
    ['malformed', 'phr_short'],
    ['empty', ''],
    ['of binary characters', '\u0000\ud800'],
  ])('refuses a token that is %s', async (_, token) => {
    expectProblem(await refresh(token), 'refresh_token_invalid')
  })

  test('refuses an access token', async () => {
    expectProblem(await refresh(pair.access_token), 'refresh_token_invalid')
  })

  test('refuses an expired token', async () => {
    await app.sql(`UPDATE refresh_token SET expires_at = now() WHERE hash = ${hashOf(pair.refresh_token)}`)
    expectProblem(await refresh(pair.refresh_token), 'refresh_token_invalid')
  })

  test('refuses a token of a session that is over', async () => {
    await app.sql(`UPDATE session SET expires_at = now()
      WHERE id = (SELECT session_id FROM refresh_token WHERE hash = ${hashOf(pair.refresh_token)})`)
    expectProblem(await refresh(pair.refresh_token), 'refresh_token_invalid')
  })

  test('never lets a token live longer than its session', async () => {
    await app.sql(`UPDATE session SET expires_at = now() + interval '1 hour'
      WHERE id = (SELECT session_id FROM refresh_token WHERE hash = ${hashOf(pair.refresh_token)})`)
    const next = await successorOf(pair.refresh_token)
    const [row] = await app.sql<{ within: boolean }>(
      `SELECT expires_at <= now() + interval '1 hour' AS within FROM refresh_token WHERE hash = ${hashOf(next.refresh_token)}`,
    )
    expect(row?.within).toBe(true)
  })
})

describe('lifetimes', () => {
  test('are 10 minutes for access, 12 hours for refresh and 7 days for the session', async () => {
    const [row] =
      await app.sql(`SELECT (extract(epoch FROM a.expires_at - s.created_at) / 60)::float8 AS access_minutes,
        (extract(epoch FROM r.expires_at - s.created_at) / 3600)::float8 AS refresh_hours,
        (extract(epoch FROM s.expires_at - s.created_at) / 86400)::float8 AS session_days
      FROM session s JOIN access_token a ON a.session_id = s.id JOIN refresh_token r ON r.session_id = s.id
      WHERE a.hash = ${hashOf(pair.access_token)}`)
    expect(row).toEqual({ access_minutes: 10, refresh_hours: 12, session_days: 7 })
  })
})

describe('using a refresh token again', () => {
  async function expectDeadSession(accessToken: string): Promise<void> {
    await clock.jump(BELIEVED_MS)
    expectProblem(await me(accessToken), 'token_invalid')
  }

  test('after its grace ends the whole session, its access tokens too', async () => {
    const next = await successorOf(pair.refresh_token)
    await usedSecondsAgo(pair.refresh_token, 11)
    expectProblem(await refresh(pair.refresh_token), 'refresh_token_reused')
    expectProblem(await refresh(next.refresh_token), 'refresh_token_invalid')
    await expectDeadSession(next.access_token)
    await expectDeadSession(pair.access_token)
  })

  test('that is not the immediate predecessor ends the session even within 10 s', async () => {
    const next = await successorOf(pair.refresh_token)
    const last = await successorOf(next.refresh_token)
    expectProblem(await refresh(pair.refresh_token), 'refresh_token_reused')
    expectProblem(await refresh(last.refresh_token), 'refresh_token_invalid')
    await expectDeadSession(last.access_token)
  })

  test('does not touch other sessions of the same person', async () => {
    const elsewhere = await app.login(emailOf('customer'))
    await successorOf(pair.refresh_token)
    await usedSecondsAgo(pair.refresh_token, 60)
    expectProblem(await refresh(pair.refresh_token), 'refresh_token_reused')
    expect((await me(elsewhere.access_token)).status).toBe(200)
  })
})

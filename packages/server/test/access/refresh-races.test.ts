import type { TokenPair } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { randomNumbers, seed } from '../support/seed.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { GRACE_ENDS_BY_HAND } from './support/time.ts'

const app = useTestApp({ prepare: GRACE_ENDS_BY_HAND })
/** `REFRESH_ROUNDS=1000` makes the long proof of it. */
const ROUNDS = Number(process.env.REFRESH_ROUNDS ?? 20)
/** What takes longer hangs. */
const ROUND_MS = 15_000
const PARALLEL = 100

async function refresh(token: string): Promise<string> {
  const response = await fetch(`${app.url}/v1/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: token }),
  })
  return `${response.status} ${await response.text()}`
}

/** All of them at once, but for some that come only when the first is answered: a tab that was asleep. */
async function refreshAtOnce(token: string, late: number): Promise<string[]> {
  const first = Array.from({ length: PARALLEL - late }, () => refresh(token))
  await Promise.race(first)
  return await Promise.all([...first, ...Array.from({ length: late }, () => refresh(token))])
}

test(`of ${PARALLEL} parallel refreshes each of ${ROUNDS} rounds makes one successor (seed ${seed})`, {
  timeout: ROUNDS * ROUND_MS,
}, async () => {
  const random = randomNumbers(seed)
  let { refresh_token: token } = await app.login(emailOf('customer'))
  const [session] = await app.sql<{ id: string }>(
    'SELECT session_id AS id FROM refresh_token WHERE hash = sha256($1::text::bytea)',
    [token],
  )
  for (let round = 1; round <= ROUNDS; round++) {
    const answers = new Set(await refreshAtOnce(token, Math.floor(random() * PARALLEL)))
    expect(answers.size, `round ${round}: ${[...answers].join('\n')}`).toBe(1)
    const [answer = ''] = answers
    expect(answer.slice(0, 3)).toBe('200')
    token = (JSON.parse(answer.slice(4)) as TokenPair).refresh_token
  }
  const [made] = await app.sql(
    `SELECT count(*)::int AS tokens, count(used_at)::int AS used, count(DISTINCT successor_hash)::int AS successors,
       (SELECT count(*)::int FROM access_token WHERE session_id = $1) AS access
     FROM refresh_token WHERE session_id = $1`,
    [session?.id],
  )
  expect(made).toEqual({ tokens: ROUNDS + 1, used: ROUNDS, successors: ROUNDS, access: ROUNDS + 1 })
})

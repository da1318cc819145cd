import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp({ environment: { PASSWORD_HASHES: '1', PASSWORD_HASHES_WAITING: '2' } })

test('sign-ins beyond those that may wait for a hash are refused early, counted, and count as no guess', async () => {
  const email = emailOf('customer')
  const body = { email, password: 'a wrong guess' }
  const first = await Promise.all(
    Array.from({ length: 9 }, () =>
      app.anonymous.post('/v1/auth/login', { ...body, email: 'nobody@packhouse.example' }),
    ),
  )
  const busy = first.filter((answer) => answer.status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers['retry-after']).toBe('2')
  expect(first.filter((answer) => answer.status === 401)).toHaveLength(9 - busy.length)
  const { refused } = await (await app.as('staff')).call('refusalCounts')
  expect(refused['hash.person_waiting']).toBe(busy.length)
  // Of ten guesses those that were not checked are left.
  for (let attempt = first.length - busy.length; attempt < 10; attempt++) {
    expect((await app.anonymous.post('/v1/auth/login', { ...body, email: 'nobody@packhouse.example' })).status).toBe(
      401,
    )
  }
  expect((await app.anonymous.post('/v1/auth/login', { email, password: SAMPLE_PASSWORD })).status).toBe(200)
})

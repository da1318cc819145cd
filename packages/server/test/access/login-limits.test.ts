import { expect, test } from 'vitest'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Wrong guesses that an account bears within the window. */
const BEARABLE = 10

const app = useTestApp()

function guess(email: string, password = 'a wrong guess') {
  return app.anonymous.post('/v1/auth/login', { email, password })
}

async function exhaust(spellings: (attempt: number) => string): Promise<void> {
  for (let attempt = 0; attempt < BEARABLE; attempt++) {
    expectProblem(await guess(spellings(attempt)), 'invalid_credentials')
  }
}

test('after too many wrong guesses even the right password is refused, in words that do not reveal it', async () => {
  await exhaust(() => emailOf('customer'))
  const answer = await guess(emailOf('customer'), SAMPLE_PASSWORD)
  expect(expectProblem(answer, 'too_many_attempts').title).toBe('Invalid credentials.')
})

test('other accounts are not held up by it', async () => {
  expect((await guess(emailOf('staff'), SAMPLE_PASSWORD)).status).toBe(200)
})

test('an unknown account is limited like a known one', async () => {
  await exhaust(() => 'nobody@packhouse.example')
  expectProblem(await guess('nobody@packhouse.example'), 'too_many_attempts')
})

test('guesses at one account in other spellings count together', async () => {
  const email = emailOf('denied')
  await exhaust((attempt) => (attempt % 2 === 0 ? `${' '.repeat(attempt)}${email}` : email.toUpperCase()))
  expectProblem(await guess(email), 'too_many_attempts')
})

test('of many guesses at once no more are tried than of guesses one by one', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => guess('parallel@packhouse.example')))
  const tried = answers.filter((answer) => answer.status === 401)
  expect(tried).toHaveLength(BEARABLE)
})

test('the right password makes earlier wrong ones forgotten', async () => {
  for (let round = 0; round < 2; round++) {
    for (let attempt = 1; attempt < BEARABLE; attempt++) await guess(emailOf('other'))
    expect((await guess(emailOf('other'), SAMPLE_PASSWORD)).status).toBe(200)
  }
})

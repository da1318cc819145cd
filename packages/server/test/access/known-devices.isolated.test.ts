import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Browser } from '../support/browser.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { mailTo, tokenIn } from '../support/mailbox.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { codeOf, switchOn } from '../support/second-factor.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Fewer than would wait for a connection of the database until it gives up, on a busy machine. */
const AT_ONCE = 20
/** `LOGIN_GUESSES=10000` makes the long proof of it. */
const GUESSES = Number(process.env.LOGIN_GUESSES ?? 2_000)
const COOKIE = 'packhouse_device'
const GOOD = 'vellum kraken tundra'
/** How often a password was hashed: the time of an answer is that of its hash, if there was one. */
const hashes = vi.hoisted(() => ({ count: 0 }))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const argon2: typeof crypto.argon2 = (...parts) => {
    hashes.count += 1
    crypto.argon2(...parts)
  }
  return { ...crypto, argon2 }
})

const app = useTestApp()
/** A user with untouched limits. */
const untouched = useTestApp()

/** A browser of the customer who is guessed at. */
let owner: Browser

beforeAll(async () => {
  owner = await knownBrowser(emailOf('customer'))
})
beforeEach(() => {
  hashes.count = 0
})

/** Guesses many times, on connections that are used again. @returns how often each answer came */
async function guess(url: string, count: number, emailAt: (index: number) => string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const one = async (index: number) => {
    const body = JSON.stringify({ email: emailAt(index), password: 'a wrong guess' })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/v1/auth/login`, { method: 'POST', headers, body })
    const { title, detail = '' } = (await response.json()) as { title: string; detail?: string }
    const reported = `${response.status} ${title}${detail}`
    answers[reported] = (answers[reported] ?? 0) + 1
  }
  for (let index = 0; index < count; index += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => one(index + offset)))
  }
  return answers
}

async function knownBrowser(email: string): Promise<Browser> {
  const browser = new Browser(app)
  expect((await browser.login(email, SAMPLE_PASSWORD)).status).toBe(200)
  return browser
}

async function exhaust(email: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) await app.anonymous.post('/v1/auth/login', { email, password: 'no' })
  expectProblem(await new Browser(app).login(email, SAMPLE_PASSWORD), 'too_many_attempts')
}

async function devicesOf(email: string): Promise<string[]> {
  const rows = await app.sql<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM known_device d JOIN user_account u ON u.id = d.user_id
     WHERE email = $1 ORDER BY last_used_at`,
    [email],
  )
  return rows.map(({ hash }) => hash)
}

test('a device is known only after the second factor', async () => {
  const { secret } = await switchOn(untouched, await untouched.signIn('customer'))
  const browser = new Browser(untouched)
  const first = await browser.login(emailOf('customer'), SAMPLE_PASSWORD)
  expect(browser.cookies.has(COOKIE)).toBe(false)
  const { pending_token } = first.body as { pending_token: string }
  const body = { pending_token, two_factor_code: await codeOf(untouched, secret) }
  expect((await browser.post('/v1/auth/validate-two-factor', body)).status).toBe(200)
  expect(browser.cookies.has(COOKIE)).toBe(true)
})

test('a refusal reads the same for a known and an unknown account, before and after the limit', async () => {
  const pairs = [emailOf('denied'), 'unknown@packhouse.example'].map(async (email) => {
    const answers: string[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const answer = await untouched.anonymous.post('/v1/auth/login', { email, password: 'no' })
      answers.push(`${answer.status} ${withoutInstance(answer)}`)
    }
    return answers
  })
  const [known = [], unknown] = await Promise.all(pairs)
  expect(unknown).toEqual(known)
  expect(known.map((answer) => answer.slice(0, 3))).toEqual([...Array(10).fill('401'), '429', '429'])
})

describe('of guesses', () => {
  test(`${GUESSES} at one account are hashed ten times, and a device of the owner still signs in`, async () => {
    const answers = await guess(app.url, GUESSES, () => emailOf('customer'))
    expect(hashes.count).toBe(10)
    expect(answers).toEqual({ '401 Invalid credentials.': 10, '429 Invalid credentials.': GUESSES - 10 })
    expectProblem(await new Browser(app).login(emailOf('customer'), SAMPLE_PASSWORD), 'too_many_attempts')
    expect((await owner.login(emailOf('customer'), SAMPLE_PASSWORD)).status).toBe(200)
    // What a known device does well is no reason to let strangers guess again.
    expectProblem(await new Browser(app).login(emailOf('customer'), SAMPLE_PASSWORD), 'too_many_attempts')
  })

  test('at an account that is unknown as many are hashed', async () => {
    const answers = await guess(app.url, 200, () => 'nobody@packhouse.example')
    expect(hashes.count).toBe(10)
    expect(answers).toEqual({ '401 Invalid credentials.': 10, '429 Invalid credentials.': 190 })
  })

  test('one each at many accounts are hashed a hundred times for one address', async () => {
    const answers = await guess(untouched.url, 400, (index) => `somebody.${index}@packhouse.example`)
    // Twenty of the hundred were tried before.
    expect(hashes.count).toBe(80)
    expect(answers).toEqual({ '401 Invalid credentials.': 80, '429 Invalid credentials.': 320 })
  })
})

describe('a known device', () => {
  test('has its own ten guesses, which do not delay other devices of the owner', async () => {
    const lost = await knownBrowser(emailOf('other'))
    const other = await knownBrowser(emailOf('other'))
    for (let attempt = 0; attempt < 10; attempt++) {
      expectProblem(await lost.login(emailOf('other'), 'no'), 'invalid_credentials')
    }
    expectProblem(await lost.login(emailOf('other'), SAMPLE_PASSWORD), 'too_many_attempts')
    expect((await other.login(emailOf('other'), SAMPLE_PASSWORD)).status).toBe(200)
    expect((await new Browser(app).login(emailOf('other'), SAMPLE_PASSWORD)).status).toBe(200)
  })

  test('is recognised by a cookie of 180 days that scripts cannot read and other sites do not send', async () => {
    const answer = await new Browser(app).login(emailOf('staff'), SAMPLE_PASSWORD)
    const cookie = answer.headers['set-cookie']?.find((line) => line.startsWith(COOKIE)) ?? ''
    expect(cookie).toMatch(/^packhouse_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
    const program = await app.anonymous.post('/v1/auth/login', { email: emailOf('staff'), password: SAMPLE_PASSWORD })
    expect(program.headers['set-cookie']).toBeUndefined()
  })

  test('is known to several people who share it, but not to other accounts', async () => {
    const shared = await knownBrowser(emailOf('staff'))
    const before = shared.cookies.get(COOKIE)
    await shared.login(emailOf('denied'), SAMPLE_PASSWORD)
    expect(shared.cookies.get(COOKIE)).toBe(before)
    await exhaust(emailOf('denied'))
    expect((await shared.login(emailOf('denied'), SAMPLE_PASSWORD)).status).toBe(200)
    const foreign = await knownBrowser(emailOf('other'))
    expectProblem(await foreign.login(emailOf('denied'), SAMPLE_PASSWORD), 'too_many_attempts')
  })

  test('is not what somebody else has put there: such a cookie is replaced', async () => {
    const browser = new Browser(app)
    browser.cookies.set(COOKIE, 'A'.repeat(43))
    await browser.login(emailOf('staff'), SAMPLE_PASSWORD)
    expect(browser.cookies.get(COOKIE)).not.toBe('A'.repeat(43))
  })

  test('is one of twenty: beyond them the one that was used longest ago is forgotten', async () => {
    await app.sql(
      `INSERT INTO known_device (user_id, hash, last_used_at)
       SELECT id, sha256(('old ' || n)::bytea), now() - n * interval '1 day' FROM user_account, generate_series(1, 40) n
       WHERE email = $1`,
      [emailOf('staff')],
    )
    await knownBrowser(emailOf('staff'))
    expect(await devicesOf(emailOf('staff'))).toHaveLength(20)
  })

  test('is forgotten after 180 days', async () => {
    const email = emailOf('other')
    const browser = await knownBrowser(email)
    await app.sql(
      `UPDATE known_device SET last_used_at = now() - interval '181 days'
       WHERE user_id = (SELECT id FROM user_account WHERE email = $1)`,
      [email],
    )
    await exhaust(email)
    expectProblem(await browser.login(email, SAMPLE_PASSWORD), 'too_many_attempts')
  })
})

test('who has the link of a mail is not held up, and browsers that know the old password are strangers', async () => {
  const email = emailOf('customer')
  const browser = new Browser(app)
  await browser.post('/v1/auth/forgot-password', { email })
  const token = tokenIn(await mailTo(app, email))
  expect(await devicesOf(email)).toHaveLength(1)
  expect((await browser.post('/v1/auth/reset-password', { token, password: GOOD })).status).toBe(204)
  expect(await devicesOf(email)).toHaveLength(1)
  expect((await new Browser(app).login(email, GOOD)).status).toBe(200)
  await exhaust(email)
  expect((await browser.login(email, GOOD)).status).toBe(200)
  expectProblem(await owner.login(email, GOOD), 'too_many_attempts')
})

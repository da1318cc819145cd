import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import type { TestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { expectRefused, signInAtSaml } from './saml-answers.ts'
import { SignOnClient, samlDraft, setUp } from './sign-on-client.ts'

/** The product as it comes, but for the time that a busy machine may need. */
const app = useTestApp({ environment: { PORT: await freePort(), SAML_TIMEOUT_MS: '60000' } })
/** One whose limits let anything into the tree, so that only the worker and its time limit are left. */
const wide = useTestApp({
  environment: {
    PORT: await freePort(),
    SAML_MAX_BYTES: '700000',
    SAML_MAX_ELEMENTS: '100000',
    SAML_WORKERS: '1',
    SAML_PER_ADDRESS: '2',
    SAML_TIMEOUT_MS: '1500',
  },
})
const server = new SamlServer()
const ada = personNamed('Ada')

beforeAll(async () => {
  await server.start()
  for (const one of [app, wide]) await setUp(one, samlDraft(server, { newUsers: 'create' }))
})
afterAll(async () => await server.stop())

/** An answer without a signature, as anybody can send it, to the request that the product has just made. */
async function sendHostile(target: TestApp, content: string): Promise<URLSearchParams> {
  const client = new SignOnClient(target, 'okta')
  const { id, relayState } = await SamlServer.requestIn(await client.begin())
  const protocol = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"'
  const status = '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
  return await client.answerSaml(
    `<samlp:Response ${protocol} InResponseTo="${id}">${status}${content}</samlp:Response>`,
    relayState,
  )
}

const refusalsOf = async (target: TestApp) => (await (await target.as('staff')).call('refusalCounts')).refused

/** More than the answers from before the work has begun and after its end. */
const ANSWERS_DURING = 5

/**
 * The work, during which the product went on answering. A machine that is so busy that work and answers were not under way
 * at the same time does it again.
 */
async function answeringDuring<T>(target: TestApp, work: () => Promise<T>): Promise<T> {
  return await until('answers during the work', async () => {
    const result = work()
    return (await healthDuring(target, result)) > ANSWERS_DURING && (await result)
  })
}

/** Asks for health over and over while work goes on. @returns how often it answered */
async function healthDuring(target: TestApp, work: Promise<unknown>): Promise<number> {
  let isOver = false
  let answered = 0
  const end = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await target.anonymous.call('health')
    if (!isOver) answered++
  }
  await end
  return answered
}

describe('an answer is refused before anything builds a tree of it', () => {
  test.each([
    ['bytes', 'too many bytes', '<a/>'.repeat(70_000)],
    ['elements', 'too many elements', '<a/>'.repeat(40_000)],
    ['elements', 'too many elements', '<Assertion/>'.repeat(2_000)],
    ['depth', 'too deep', '<a>'.repeat(64) + '</a>'.repeat(64)],
    ['attributes', 'too many attributes', `<a ${Array.from({ length: 4_000 }, (_, n) => `a${n}=""`).join(' ')}/>`],
  ])('for its %s', async (fault, reason, content) => {
    const before = await refusalsOf(app)
    await expectRefused(app, await sendHostile(app, content), reason)
    const key = `saml_answer.${fault}`
    expect((await refusalsOf(app))[key]).toBe((before[key] ?? 0) + 1)
  })

  test('and a person in a thousand groups is not one of these', async () => {
    const groups = Array.from({ length: 1_000 }, (_, n) => `CN=Group ${n},OU=Groups,DC=provider,DC=example`)
    const { query } = await signInAtSaml(app, server, personNamed('Grace', groups))
    expect(query.get('code')).toMatch(/^phc_/)
  })
})

test('the product goes on while a hostile answer is read, ends that after a time, and signs people in as before', async () => {
  const refused = await answeringDuring(wide, () => sendHostile(wide, '<a/>'.repeat(60_000)))
  await expectRefused(wide, refused, 'took too long')
  expect((await refusalsOf(wide))['saml_answer.timeout']).toBeGreaterThan(0)
  await until('a sign-in within the time limit', async () => {
    const { query } = await signInAtSaml(wide, server, ada)
    return query.get('code')?.startsWith('phc_')
  })
})

test('more answers from one address than may be read at a time are asked to come again', async () => {
  await until('a refusal', async () => {
    const queries = await Promise.all(Array.from({ length: 6 }, () => sendHostile(wide, '<a/>'.repeat(60_000))))
    return queries.some((query) => query.get('error') === 'sign_on_busy')
  })
  expect((await refusalsOf(wide))['saml_answer.owner_limit']).toBeGreaterThan(0)
})

test('a form with more fields than any is refused', async () => {
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  for (const path of ['/auth/saml2/acs', '/auth/token']) {
    const answer = await fetch(`${app.url}${path}`, { ...form, body: 'a&'.repeat(4_000) })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('A form has at most 32 fields.')
  }
  expect((await refusalsOf(app))['form.fields']).toBe(2)
})

describe('metadata', () => {
  const hostile = () => server.metadata().replace('<IDPSSODescriptor', `${'<a/>'.repeat(20_000)}<IDPSSODescriptor`)
  const nameOf = (target: TestApp) => `Hostile ${target.port}`

  async function testedWith(target: TestApp): Promise<string> {
    const staff = await target.as('staff')
    const id = await setUp(target, samlDraft(server, { name: nameOf(target), option: 'cmms', metadata: hostile() }))
    const checks = await staff.call('testProvider', { params: { id } })
    return checks.map(({ ok, words }) => `${ok} ${words}`).join('\n')
  }

  test('with too many elements is refused before anything builds a tree of it, in words that say what to do', async () => {
    const words = 'The metadata has more than 2000 elements. Paste that of one provider, or raise SAML_MAX_ELEMENTS.'
    expect(await testedWith(app)).toBe(`false ${words}`)
    expect((await refusalsOf(app))['saml_metadata.elements']).toBe(1)
  })

  test('that takes too long is given up while the product goes on', async () => {
    const tested = await answeringDuring(wide, () => testedWith(wide))
    expect(tested).toMatch(/^(false The metadata could not be read within 1500 ms|true The provider is)/)
  })
})

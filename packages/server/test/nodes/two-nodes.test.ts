import { type TokenPair, tokenPairSchema } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oidcDraft, SignOnClient, setUp } from '../access/sign-on/sign-on-client.ts'
import { Caller } from '../support/caller.ts'
import { pdf } from '../support/crafted-files.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { download, sendFile } from '../support/form.ts'
import { freePort } from '../support/free-port.ts'
import { expectProblem } from '../support/problem.ts'
import { OIDC_CLIENT, OidcServer } from '../support/sign-on/oidc-server.ts'
import { personNamed } from '../support/sign-on/people.ts'
import { emailOf, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { testExports } from './exports-over-nodes.ts'
import { testRaces } from './races-over-nodes.ts'
import { testRights } from './rights-over-nodes.ts'
import { testSignIns } from './sign-ins-over-nodes.ts'

const environment = { ALLOW_PRIVATE_ADDRESSES: 'on' }
// Machines send to the first one, which answers documents with jobs; both have its address.
const one = useTestApp({
  environment: { ...environment, PORT: await freePort(), ROLE: 'api,ingest', NODE_ID: 'one', PDF_WAIT_MS: '0' },
})
const other = useTestApp({ environment: { ...environment, ROLE: 'api,worker', NODE_ID: 'other' }, beside: one })
const provider = new OidcServer()

beforeAll(async () => await provider.start(`${one.url}/auth/callback/oidc`))
afterAll(async () => await provider.stop())

/** The same session at the other node. */
const at = (node: TestApp, caller: Caller) => new Caller(node.port, caller.tokens)

// First: later tests change rights of the sample accounts.
testRights(one, other)
testRaces(one, other)
testSignIns(one, other)
testExports(one, other)

describe('a session', () => {
  test('that was begun at one node works at the other, and ends there when it is signed out here', async () => {
    const here = await one.signIn('customer')
    const there = at(other, here)
    const stream = await other.stream(there)
    expect((await there.get('/v1/auth/me')).status).toBe(200)
    await here.call('logout')
    await until('the end of the session', async () => (await there.get('/v1/auth/me')).status === 401)
    await until('the end of its stream', async () => stream.ended)
  })

  test('has one successor when both nodes are asked for it at once, and ends when an old token is shown again', async () => {
    const pair = await one.login(emailOf('customer'))
    const refresh = async (node: TestApp, token: string) => {
      return await node.anonymous.post('/v1/auth/refresh', { refresh_token: token })
    }
    let token = pair.refresh_token
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => refresh(index % 2 === 0 ? one : other, token)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const successors = new Set(answers.map(({ body }) => (body as TokenPair).refresh_token))
      expect(successors.size).toBe(1)
      token = [...successors][0] ?? ''
    }
    const [made] = await one.sql(
      `SELECT count(*)::int AS tokens, count(DISTINCT successor_hash)::int AS successors FROM refresh_token
       WHERE session_id = (SELECT session_id FROM refresh_token WHERE hash = sha256($1::text::bytea))`,
      [token],
    )
    expect(made).toEqual({ tokens: 6, successors: 5 })
    expectProblem(await refresh(other, pair.refresh_token), 'refresh_token_reused')
    expectProblem(await refresh(one, token), 'refresh_token_invalid')
  })

  test('that a single sign-on begins at one node is opened at the other', async () => {
    provider.people.set('ada', personNamed('Ada'))
    await setUp(one, oidcDraft(provider, { newUsers: 'create' }), OIDC_CLIENT.secret)
    const client = new SignOnClient(one, 'cmms')
    const page = await client.browser.follow(await client.begin(), () => false)
    const isCallback = (address: string) => address.includes('/auth/callback/oidc')
    const callback = new URL(await client.browser.follow(page, isCallback, { account: 'ada' }))
    // As a proxy does that hands each request to another node.
    const cookie = client.browser.cookiesFor(callback.host)
    const back = await other.anonymous.get(callback.pathname + callback.search, { cookie })
    const code = new URL(back.headers.location ?? '', one.url).searchParams.get('code')
    const answer = await client.exchange(code)
    expect(answer.status, answer.text).toBe(200)
    const tokens = tokenPairSchema.parse(answer.body)
    const bound = { cookie: client.browser.cookiesFor(new URL(one.url).host) }
    expect((await new Caller(other.port, tokens, bound).get('/v1/auth/me')).status).toBe(200)
    expect((await client.exchange(code)).status).toBe(400)
  })
})

describe('wrong guesses', () => {
  const guess = (node: TestApp, password = 'a wrong guess') =>
    node.anonymous.post('/v1/auth/login', { email: emailOf('denied'), password })

  test('at one account add up over both nodes, also at once, and a new password opens the way at both', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => guess(index % 2 === 0 ? one : other)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    for (const node of [one, other]) expectProblem(await guess(node, SAMPLE_PASSWORD), 'too_many_attempts')
    await one.sql(`DELETE FROM guess WHERE kind = 'account'`)
    await until('a sign-in', async () => (await guess(other, SAMPLE_PASSWORD)).status === 200)
    // It made the earlier ones forgotten at both: at the one that has not forgotten them itself within a second.
    await until('a guess', async () => (await guess(one)).status === 401)
    for (let wrong = 1; wrong < 9; wrong++) expectProblem(await guess(one), 'invalid_credentials')
    await until('a sign-in', async () => (await guess(one, SAMPLE_PASSWORD)).status === 200)
  })
})

describe('what staff change at one node', () => {
  test('applies at the other: a setting', async () => {
    const staff = await one.as('staff')
    const { rowVersion } = await staff.call('readSetting', { params: { key: 'product.title' } })
    const changes = [{ key: 'product.title', value: 'Of both nodes', rowVersion }]
    expect((await staff.request('/v1/settings', { method: 'PUT', body: { changes } })).status).toBe(200)
    const titleAt = async (node: TestApp) => (await node.anonymous.call('publicSettings')).productTitle
    expect(await titleAt(one)).toBe('Of both nodes')
    await until('the title', async () => (await titleAt(other)) === 'Of both nodes')
  })

  test('applies at the other: a permission of a role, and a user that is blocked', async () => {
    const denied = at(other, await one.signIn('denied'))
    expect((await denied.get('/v1/customers')).status).toBe(403)
    const [role] = await one.sql<{ id: string }>(
      `SELECT id FROM role WHERE id IN (SELECT role_id FROM user_role JOIN user_account u ON u.id = user_id WHERE email = $1)`,
      [emailOf('denied')],
    )
    const body = { roleId: role?.id, permissions: ['customer.read'] }
    const given = await (await one.as('staff')).post('/v1/auth/permissions/assign', body)
    expect(given.status, given.text).toBe(204)
    await until('the customers', async () => (await denied.get('/v1/customers')).status === 200)
    await one.sql('UPDATE user_account SET disabled = true WHERE email = $1', [emailOf('denied')])
    await until('the refusal', async () => (await denied.get('/v1/customers')).status === 401)
  })

  test('applies at the other: an API key, its scopes and its end', async () => {
    const staff = await one.as('staff')
    const { items } = (await staff.get('/v1/auth/api-key-scopes')).body as { items: { id: string; name: string }[] }
    const made = (await staff.post('/v1/auth/api-keys', { name: 'Of both nodes' })).body as { id: string; key: string }
    const read = async () => (await other.anonymous.get('/v1/customers', { 'x-api-key': made.key })).status
    expect(await read()).toBe(403)
    const ids = items.filter(({ name }) => name === 'customers:read').map(({ id }) => id)
    await staff.request(`/v1/auth/api-keys/${made.id}/scopes`, { method: 'PUT', body: { ids } })
    await until('the scope', async () => (await read()) === 200)
    await staff.call('revokeApiKey', { params: { id: made.id } })
    await until('the end of the key', async () => (await read()) === 401)
  })

  test('applies at the other: a tag map', async () => {
    const staff = await other.as('staff')
    const entries = [{ canonicalTag: 'cycles', role: 'count', address: 'n' }]
    const draft = { name: 'Of both nodes', source: 'json', topicFilter: 'two-nodes/{machineID}', entries }
    const made = await staff.post('/v1/ignition/tag-maps', draft)
    expect(made.status, made.text).toBe(201)
    const { id } = made.body as { id: string }
    await staff.call('rollOutTagMap', { params: { id }, body: { version: 1 } })
    const device = await one.device()
    await until('a record', async () => {
      await device.publishOn('two-nodes/TWO-1', '{"n":1}')
      const rows = await one.sql(`SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = 'TWO-1'`)
      return rows.length > 0
    })
  })
})

test('requests with one key at two nodes count together', async () => {
  const staff = await one.as('staff')
  const draft = { name: 'Counted at both nodes', ratePerMinute: 100 }
  const { id, key } = (await staff.post('/v1/auth/api-keys', draft)).body as { id: string; key: string }
  const listener = await one.connection()
  const told: string[] = []
  listener.on('notification', ({ payload = '' }) => void told.push(payload))
  await listener.query('LISTEN rate')
  const ask = async (node: TestApp) => (await node.anonymous.get('/v1/auth/me', { 'x-api-key': key })).status
  for (const node of [one, other]) for (let request = 0; request < 50; request++) expect(await ask(node)).not.toBe(429)
  await until('the counts of both nodes', () => {
    return told.filter((payload) => payload.includes(`["http","key ${id}",50,`)).length === 2
  })
  // By what it has counted itself a node would admit fifty more.
  for (const node of [one, other]) {
    let more = 0
    await until('a refusal', async () => ++more < 50 && (await ask(node)) === 429)
  }
})

test('a file that was added at one node is read at the other, and a key of idempotency counts at both', async () => {
  const staff = await one.as('staff')
  const [machine] = await one.sql<{ id: string }>('SELECT id FROM machine LIMIT 1')
  const place = `/v1/machines/${machine?.id}/files`
  const content = pdf()
  const added = await sendFile(other, at(other, staff), place, 'manual.pdf', content)
  expect(added.status, added.text).toBe(201)
  const { id } = added.body as { id: string }
  const read = await download(one, staff, `${place}/${id}`)
  expect([read.status, read.content.equals(content)]).toEqual([200, true])
  const key = { 'idempotency-key': '0198c0de-two-nodes-and-one-key' }
  const body = { name: 'Made once', code: 'TWO' }
  const first = await staff.post('/v1/industries', body, key)
  const again = await at(other, staff).post('/v1/industries', body, key)
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true'])
  expect(again.text).toBe(first.text)
})

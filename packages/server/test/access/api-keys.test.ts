import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
const scopes = new Map<string, string>()

interface Key {
  id: string
  key: string | null
  prefix: string
  ownerId: string
  status: string
  scopes: string[]
  expiresAt: string | null
  graceUntil: string | null
  lastUsedAt: string | null
  lastUsedFrom: string | null
  rotatedFromId: string | null
  rowVersion: number
}

beforeAll(async () => {
  staff = await app.as('staff')
  const { items } = (await staff.get('/v1/auth/api-key-scopes')).body as { items: { id: string; name: string }[] }
  for (const { id, name } of items) scopes.set(name, id)
})

/** Creates a key with these scopes. */
async function keyWith(names: readonly string[], draft: object = {}, owner = staff): Promise<Key & { key: string }> {
  const answer = await owner.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'A key', ...draft } })
  expect(answer.status, answer.text).toBe(201)
  const made = answer.body as Key & { key: string }
  if (names.length > 0) {
    const ids = names.map((name) => scopes.get(name))
    const attached = await owner.request(`/v1/auth/api-keys/${made.id}/scopes`, { method: 'PUT', body: { ids } })
    expect(attached.status, attached.text).toBe(204)
  }
  return made
}

async function read(id: string): Promise<Key> {
  return (await staff.get(`/v1/auth/api-keys/${id}`)).body as Key
}

/** A program that sends the key as `X-API-KEY`. */
function program(key: string) {
  return async (path: string, method = 'GET', body?: object) =>
    await app.anonymous.request(path, { method, headers: { 'x-api-key': key }, ...(body && { body }) })
}

describe('a key', () => {
  test('is shown once, by the answer that makes it, and only its hash is stored', async () => {
    const made = await keyWith(['customers:read'])
    expect(made.key).toMatch(/^phk_[\w-]{43}$/)
    const { key, ...row } = await read(made.id)
    expect(key).toBeNull()
    expect(row.prefix).toBe(`${made.key.slice(0, 8)}…${made.key.slice(-4)}`)
    const list = await staff.get('/v1/auth/api-keys?pageSize=200')
    const history = await staff.get(`/v1/auth/api-keys/${made.id}/history`)
    expect(list.text + history.text).not.toContain(made.key.slice(8, -4))
    const [stored] = await app.sql<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM api_key_secret WHERE api_key_id = $1`,
      [made.id],
    )
    expect(stored?.hash).toHaveLength(64)
    expect(Buffer.from(stored?.hash ?? '', 'hex').toString()).not.toContain(made.key)
  })

  test('does what its scopes give and nothing else, as Bearer, as X-API-KEY and as both', async () => {
    const { key } = await keyWith(['customers:read'])
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
      { authorization: `Bearer ${key}`, 'x-api-key': key },
    ]) {
      expect((await app.anonymous.request('/v1/customers', { headers })).status).toBe(200)
    }
    const ask = program(key)
    expectProblem(await ask('/v1/suppliers'), 'permission_missing')
    expectProblem(
      await ask('/v1/customers', 'POST', { code: 'NEW', name: 'New', currency: 'EUR' }),
      'permission_missing',
    )
    const mixed = { authorization: `Bearer ${key}`, 'x-api-key': (await keyWith([])).key }
    expectProblem(await app.anonymous.request('/v1/customers', { headers: mixed }), 'token_mismatch')
  })

  test('without a scope does nothing', async () => {
    const { key } = await keyWith([])
    expectProblem(await program(key)('/v1/customers'), 'permission_missing')
  })

  test('opens no account route, whatever its scopes', async () => {
    const { key } = await keyWith(['customers:read', 'customers:write', 'machines:read'])
    const ask = program(key)
    for (const path of ['/v1/auth/me', '/v1/auth/me/permissions', '/v1/me/settings', '/v1/me/sessions']) {
      expectProblem(await ask(path), 'permission_missing')
    }
    expectProblem(await ask('/v1/auth/logout', 'POST'), 'permission_missing')
    expectProblem(await ask('/v1/me/password', 'PUT', { current: 'x', new: 'y' }), 'permission_missing')
  })

  test('does nothing for which a person has to confirm, whatever its scopes', async () => {
    const body = { name: 'Everything' }
    const scope = (await staff.request('/v1/auth/api-key-scopes', { method: 'POST', body })).body as { id: string }
    const permissions = ['apiKey.create', 'apiKey.update', 'user.update', 'role.update']
    const given = { scopeId: scope.id, permissions }
    expect((await staff.request('/v1/auth/permissions/assign', { method: 'POST', body: given })).status).toBe(204)
    scopes.set('Everything', scope.id)
    const { id, key } = await keyWith(['Everything'])
    const ask = program(key)
    for (const [path, sent] of [
      ['/v1/auth/api-keys', { name: 'Its own' }],
      [`/v1/auth/api-keys/${id}/rotate`, { overlap: '0' }],
      ['/v1/auth/permissions/assign', given],
    ] as const) {
      const { detail } = expectProblem(await ask(path, 'POST', sent), 'permission_missing')
      expect(detail).toBe('No API key may do this. Sign in for it.')
    }
  })

  test.each(['phk_', `phk_${'a'.repeat(43)}`, `phk_${'a'.repeat(44)}`, "phk_' OR 1=1"])(
    'that was never created is refused: %s',
    async (key) => {
      expectProblem(await program(key)('/v1/customers'), 'token_invalid')
    },
  )

  test('does no more than its owner may, from the moment on that the owner may it no more', async () => {
    const owner = await maker.account([
      'apiKey.create',
      'apiKey.update',
      'apiKey.read',
      'apiKeyScope.read',
      'customer.read',
      'contact.read',
      'location.read',
      'licence.read',
    ])
    const { key, ownerId } = await keyWith(['customers:read'], {}, owner)
    const ask = program(key)
    expect((await ask('/v1/customers')).status).toBe(200)
    await app.sql(
      `DELETE FROM role_permission WHERE permission = 'customer.read'
         AND role_id IN (SELECT role_id FROM user_role WHERE user_id = $1)`,
      [ownerId],
    )
    await clock.jump(BELIEVED_MS)
    expect((await ask('/v1/customers')).status).toBe(403)
    expect((await ask('/v1/contacts')).status).toBe(200)
  })

  test('is given no scope that its giver may not use, and a scope no permission that its giver lacks', async () => {
    const owner = await maker.account([
      'apiKey.create',
      'apiKey.update',
      'apiKeyScope.read',
      'apiKeyScope.update',
      'role.update',
      'customer.read',
    ])
    const { id } = await keyWith([], {}, owner)
    const ids = [scopes.get('customers:write')]
    const refused = await owner.request(`/v1/auth/api-keys/${id}/scopes/attach`, { method: 'POST', body: { ids } })
    expect(expectProblem(refused, 'permission_missing').detail).toContain('customer.create')
    const body = { scopeId: scopes.get('customers:read'), permissions: ['customer.delete'] }
    const widened = await owner.request('/v1/auth/permissions/assign', { method: 'POST', body })
    expect(expectProblem(widened, 'permission_missing').detail).toContain('customer.delete')
  })

  test.each([
    ['is blocked', 'UPDATE user_account SET disabled = true WHERE id = $1'],
    ['is deleted', 'UPDATE user_account SET deleted_at = now() WHERE id = $1'],
  ])('ends when its owner %s', async (_, statement) => {
    const permissions = [
      'apiKey.create',
      'apiKey.update',
      'apiKeyScope.read',
      'customer.read',
      'contact.read',
      'location.read',
      'licence.read',
    ]
    const { key, ownerId } = await keyWith(['customers:read'], {}, await maker.account(permissions))
    const ask = program(key)
    expect((await ask('/v1/customers')).status).toBe(200)
    await app.sql(statement, [ownerId])
    await clock.jump(BELIEVED_MS)
    expect((await ask('/v1/customers')).status).toBe(401)
  })

  test('of one customer sees the rows of that customer alone', async () => {
    const [own] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
    const { key } = await keyWith(['machines:read'], { customerId: own?.id })
    const { machines } = (await program(key)('/v1/ignition/machines')).body as { machines: { machineID: string }[] }
    const all = await app.sql<{ machine_id: string }>('SELECT machine_id FROM machine WHERE customer_id = $1', [
      own?.id,
    ])
    expect(machines.map(({ machineID }) => machineID).sort()).toEqual(all.map((row) => row.machine_id).sort())
    expect((await program(key)('/v1/ignition/machines/VFFS-2214')).status).toBe(404)
  })

  test('of one customer, made by staff, sees nothing that is not shared with staff and decides nothing', async () => {
    const machineID = 'VFFS-2214'
    const [own] = await app.sql<{ id: string }>('SELECT customer_id AS id FROM machine WHERE machine_id = $1', [
      machineID,
    ])
    const { key } = await keyWith(['machines:read'], { customerId: own?.id })
    const ask = program(key)
    const share = (shared: boolean) =>
      app.sql(
        `INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared) SELECT id, customer_id, 'support', $2 FROM machine WHERE machine_id = $1`,
        [machineID, shared],
      )
    expect((await ask(`/v1/ignition/machines/${machineID}`)).status).toBe(200)
    await share(false)
    await until('the end of sharing', async () => (await ask(`/v1/ignition/machines/${machineID}`)).status !== 200)
    expectProblem(await ask(`/v1/ignition/machines/${machineID}`), 'machine_not_shared')
    const { machines } = (await ask('/v1/ignition/machines')).body as { machines: { machineID: string }[] }
    expect(machines.map((machine) => machine.machineID)).not.toContain(machineID)
    const [scope] = await app.sql<{ id: string }>(
      `INSERT INTO api_key_scope (name, risk) VALUES ('sharing:decide', 'high') RETURNING id`,
    )
    await app.sql(`INSERT INTO api_key_scope_permission (scope_id, permission) VALUES ($1, 'sharing.decide')`, [
      scope?.id,
    ])
    scopes.set('sharing:decide', scope?.id ?? '')
    const deciding = await keyWith(['sharing:decide'], { customerId: own?.id })
    const decision = { machine_ids: [machineID], purpose: 'support', shared: true, until: null }
    expectProblem(await program(deciding.key)('/v1/ignition/sharing', 'POST', decision), 'not_found')
    await share(true)
  })

  test('is taken from its address ranges alone, and a try from elsewhere is in the history of its owner', async () => {
    const elsewhere = await keyWith(['customers:read'], { ipAllow: ['10.0.0.0/8', '2001:db8::/32'] })
    const refused = await program(elsewhere.key)('/v1/customers')
    expect(expectProblem(refused, 'address_refused').detail).toContain('127.0.0.1')
    await app.written()
    const events = await app.sql(`SELECT after FROM audit_event WHERE action = 'api-key-refused' AND row_id = $1`, [
      elsewhere.ownerId,
    ])
    expect(events).toEqual([{ after: { apiKey: elsewhere.id, address: '127.0.0.1' } }])
    const here = await keyWith(['customers:read'], { ipAllow: ['10.0.0.0/8', '127.0.0.0/8'] })
    expect((await program(here.key)('/v1/customers')).status).toBe(200)
  })

  test.each(['10.0.0.0', '10.0.0.0/33', '10.0.0/8', '2001:db8::/129', 'localhost', ''])(
    'is not limited to what is no range: %j',
    async (range) => {
      const body = { name: 'A key', ipAllow: [range] }
      const { errors } = expectProblem(
        await staff.request('/v1/auth/api-keys', { method: 'POST', body }),
        'invalid_request',
      )
      expect(errors?.[0]?.path).toBe('body.ipAllow.0')
    },
  )

  test('makes its number of requests a minute and is shown when to go on', async () => {
    const { key } = await keyWith(['customers:read'], { ratePerMinute: 3 })
    const ask = program(key)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('/v1/customers?pageSize=1')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
    const late = answers.find(({ status }) => status === 429)
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(late?.headers['retry-after'])).toBeLessThanOrEqual(60)
    const another = await keyWith(['customers:read'], { ratePerMinute: 3 })
    expect((await program(another.key)('/v1/customers')).status).toBe(200)
  })

  test('ends when it expires, and is shown as expired', async () => {
    const { id, key } = await keyWith(['customers:read'], { expiresAt: '2026-01-01T00:00:00Z' })
    expectProblem(await program(key)('/v1/customers'), 'token_invalid')
    expect(await read(id)).toMatchObject({ status: 'expired' })
  })

  test('that is revoked ends half a second later and for good', async () => {
    const { id, key } = await keyWith(['customers:read'])
    const ask = program(key)
    expect((await ask('/v1/customers')).status).toBe(200)
    await staff.call('revokeApiKey', { params: { id } })
    await clock.jump(BELIEVED_MS)
    expect((await ask('/v1/customers')).status).toBe(401)
    expect(await read(id)).toMatchObject({ status: 'revoked' })
    expectProblem(
      await staff.request(`/v1/auth/api-keys/${id}/rotate`, { method: 'POST', body: { overlap: '0' } }),
      'not_usable',
    )
  })

  test('reports when and from where it was last used', async () => {
    const { id, key } = await keyWith(['customers:read'])
    expect(await read(id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null })
    await program(key)('/v1/customers')
    await until('the note', async () => (await read(id)).lastUsedAt !== null)
    expect(await read(id)).toMatchObject({ lastUsedFrom: '127.0.0.1', rowVersion: 1 })
  })

  test('is in the audit beside its owner where it has changed something', async () => {
    const { id, key, ownerId } = await keyWith(['customers:write'])
    const made = await program(key)('/v1/customers', 'POST', { code: 'BYKEY', name: 'By key', currency: 'EUR' })
    expect(made.status, made.text).toBe(201)
    const [entry] = await app.sql(`SELECT actor_id, api_key_id FROM audit_event WHERE row_id = $1`, [
      (made.body as { id: string }).id,
    ])
    expect(entry).toEqual({ actor_id: ownerId, api_key_id: id })
    const history = await staff.get(`/v1/customers/${(made.body as { id: string }).id}/history`)
    expect(history.body).toMatchObject({ items: [{ address: '127.0.0.1', apiKey: { id, name: 'A key' } }] })
  })
})

test('a key is made with scopes, addresses and expiry in one; an unknown scope, or one with too many permissions, makes no key', async () => {
  const draft = { name: 'In one', ipAllow: ['127.0.0.0/8'], expiresAt: '2099-01-01T00:00:00.000Z' }
  const answer = await staff.post('/v1/auth/api-keys', { ...draft, scopes: ['customers:read'] })
  expect(answer.status, answer.text).toBe(201)
  const { id, key } = answer.body as Key & { key: string }
  expect(answer.body).toMatchObject({ ...draft, scopes: ['customers:read'] })
  expect((await program(key)('/v1/customers')).status).toBe(200)
  expect(await read(id)).toMatchObject({ ...draft, scopes: ['customers:read'], key: null })
  const unknown = await staff.post('/v1/auth/api-keys', {
    ...draft,
    name: 'None',
    scopes: ['customers:read', 'nonsense'],
  })
  expect(expectProblem(unknown, 'invalid_request').errors).toMatchObject([{ path: 'body.scopes.1' }])
  const clerk = await maker.account(['customer.access', 'apiKey.create', 'apiKey.read'])
  const much = await clerk.post('/v1/auth/api-keys', { ...draft, name: 'None', scopes: ['customers:read'] })
  expectProblem(much, 'permission_missing')
  expect(await app.sql(`SELECT FROM api_key WHERE name = 'None'`)).toEqual([])
})

describe('a rotation', () => {
  async function rotate(id: string, overlap: string) {
    return await staff.request(`/v1/auth/api-keys/${id}/rotate`, { method: 'POST', body: { overlap } })
  }

  test('makes a key with the scopes, limits and expiry of the old one, which ends at once without an overlap', async () => {
    const draft = { name: 'Line 3', ratePerMinute: 77, ipAllow: ['127.0.0.0/8'], expiresAt: '2099-01-01T00:00:00.000Z' }
    const old = await keyWith(['customers:read'], draft)
    const { body } = await rotate(old.id, '0')
    const next = body as Key & { key: string }
    expect(next).toMatchObject({ ...draft, scopes: ['customers:read'], rotatedFromId: old.id, status: 'active' })
    expect(next.key).not.toBe(old.key)
    expect((await program(next.key)('/v1/customers')).status).toBe(200)
    await clock.jump(BELIEVED_MS)
    expect((await program(old.key)('/v1/customers')).status).toBe(401)
    expectProblem(await rotate(old.id, '0'), 'not_usable')
  })

  test('lets the old key work for the overlap, and no longer than its own expiry', async () => {
    const old = await keyWith(['customers:read'])
    await rotate(old.id, '24h')
    expect((await program(old.key)('/v1/customers')).status).toBe(200)
    const ending = await read(old.id)
    expect(ending.status).toBe('ending')
    // It says when it ends in one way, and goes on doing so.
    expect(ending.expiresAt).toBe(ending.graceUntil)
    const change = { expiresAt: null, rowVersion: ending.rowVersion }
    const refused = await staff.request(`/v1/auth/api-keys/${old.id}`, { method: 'PUT', body: change })
    expect(expectProblem(refused, 'invalid_request').errors).toMatchObject([{ path: 'body.expiresAt' }])
    const hours = (Date.parse(ending.graceUntil ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const short = await keyWith([], { expiresAt })
    await rotate(short.id, '7d')
    expect(await read(short.id)).toMatchObject({ graceUntil: expiresAt })
  })

  test('of two at once makes one successor', async () => {
    const old = await keyWith([])
    const answers = await Promise.all([rotate(old.id, '1h'), rotate(old.id, '1h')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await app.sql('SELECT FROM api_key WHERE rotated_from_id = $1', [old.id])).toHaveLength(1)
  })
})

describe('a device with an API key', () => {
  async function bind(id: string, machineIDs: readonly string[]): Promise<void> {
    const rows = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = ANY($1)', [machineIDs])
    const body = { ids: rows.map((row) => row.id) }
    expect((await staff.request(`/v1/auth/api-keys/${id}/machines`, { method: 'PUT', body })).status).toBe(204)
  }

  test('publishes for the machines it is bound to, and is thrown out for others', async () => {
    const { id, key } = await keyWith(['telemetry:publish'])
    await bind(id, ['VFFS-2214'])
    const device = await app.device({ username: 'line-3', password: key })
    await device.publish('VFFS-2214', { totalCycles: 41 })
    expect(await staff.call('getMachine', { params: { id: 'VFFS-2214' } })).toMatchObject({ totalCycles: 41 })
    await device.publishAndBeThrownOut('packhouse/VFFS-2215/record', { totalCycles: 1 })
    expect((await read(id)).lastUsedFrom).toBe('127.0.0.1')
  })

  test('that is bound to machines asks nothing over HTTP', async () => {
    const { id, key } = await keyWith(['telemetry:publish', 'customers:read'])
    expect((await program(key)('/v1/customers')).status).toBe(200)
    await bind(id, ['VFFS-2214'])
    await clock.jump(BELIEVED_MS)
    expect((await program(key)('/v1/customers')).status).toBe(403)
  })

  test('of one customer publishes for its machines alone, and one of none for all', async () => {
    const [baltic] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'BALTIC'`)
    const bound = await keyWith(['telemetry:publish'], { customerId: baltic?.id })
    const device = await app.device({ username: 'x', password: bound.key })
    await device.publish('FLW-1204', { totalCycles: 9 })
    await device.publishAndBeThrownOut('packhouse/VFFS-2215/record', { totalCycles: 1 })
    const free = await keyWith(['telemetry:publish'])
    await (await app.device({ username: 'x', password: free.key })).publish('BY-KEY-1', { totalCycles: 1 })
  })

  test.each([
    ['has no scope to publish', { scopes: ['customers:read'], draft: {} }],
    ['has expired', { scopes: ['telemetry:publish'], draft: { expiresAt: '2026-01-01T00:00:00Z' } }],
    ['is not allowed from here', { scopes: ['telemetry:publish'], draft: { ipAllow: ['10.0.0.0/8'] } }],
  ])('is refused where the key %s', async (_, { scopes: names, draft }) => {
    const { key } = await keyWith(names, draft)
    // Connect return code 4: bad user name or password (MQTT 3.1.1, table 3.1).
    await expect(app.device({ username: 'x', password: key })).rejects.toMatchObject({ code: 4 })
  })

  test('is thrown out when its key is revoked, and one whose machines change is limited to the new ones', async () => {
    const { id, key } = await keyWith(['telemetry:publish'])
    await bind(id, ['VFFS-2214'])
    const device = await app.device({ username: 'x', password: key })
    await bind(id, ['VFFS-2215'])
    await until('the new machine', async () => {
      const other = await app.device({ username: 'x', password: key })
      return await other.publish('VFFS-2215', { totalCycles: 2 }).then(
        () => true,
        () => false,
      )
    })
    await staff.call('revokeApiKey', { params: { id } })
    await until('the end of the connection', () => !device.connected)
    await expect(app.device({ username: 'x', password: key })).rejects.toMatchObject({ code: 4 })
  })

  test('that was disabled by name is thrown out too', async () => {
    await app.sql(
      `INSERT INTO device (user_name, key_hash, scope, customer_id, disabled_at)
       SELECT 'old-line', key_hash, scope, customer_id, NULL FROM device WHERE user_name = 'sample-device'`,
    )
    const device = await app.device({ username: 'old-line' })
    await app.sql(`UPDATE device SET disabled_at = now() WHERE user_name = 'old-line'`)
    await until('the end of the connection', () => !device.connected)
  })
})

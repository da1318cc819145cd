import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import { mailTo, tokenIn } from '../support/mailbox.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp()
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

async function userNamed(email: string): Promise<{ id: string; row_version: number }> {
  const [user] = await app.sql<{ id: string; row_version: number }>(
    'SELECT id, row_version FROM user_account WHERE lower(email) = lower($1)',
    [email],
  )
  if (user === undefined) throw new Error(`There is no ${email}.`)
  return user
}

/** A key of staff with these permissions. */
async function keyWith(permissions: readonly string[], draft: object = {}): Promise<{ id: string; key: string }> {
  const name = `Scope ${crypto.randomUUID()}`
  const scope = (await staff.request('/v1/auth/api-key-scopes', { method: 'POST', body: { name } })).body as {
    id: string
  }
  const given = { scopeId: scope.id, permissions }
  expect((await staff.request('/v1/auth/permissions/assign', { method: 'POST', body: given })).status).toBe(204)
  const made = (await staff.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'A key', ...draft } }))
    .body as { id: string; key: string }
  const body = { ids: [scope.id] }
  await staff.request(`/v1/auth/api-keys/${made.id}/scopes`, { method: 'PUT', body })
  return made
}

function asKey(key: string, path: string, method = 'GET', body?: object) {
  return app.anonymous.request(path, { method, headers: { 'x-api-key': key }, ...(body && { body }) })
}

describe('rights are not given by a way around', () => {
  test('not by the claim that brings people into a group that may do more', async () => {
    const clerk = await maker.account(['group.read', 'group.update'])
    const [group] = await app.sql<{ id: string }>(
      `WITH made AS (INSERT INTO access_group (name) VALUES ('Mighty') RETURNING id)
       INSERT INTO group_permission SELECT id, 'customer.delete' FROM made RETURNING group_id AS id`,
    )
    const body = { rowVersion: 1, ssoClaim: 'everybody' }
    const refused = await clerk.request(`/v1/auth/groups/${group?.id}`, { method: 'PUT', body })
    expect(expectProblem(refused, 'permission_missing').detail).toContain('customer.delete')
    expect((await staff.request(`/v1/auth/groups/${group?.id}`, { method: 'PUT', body })).status).toBe(200)
  })

  test('not by blocking, deleting or readdressing people who may do more', async () => {
    const clerk = await maker.account(['user.read', 'user.update', 'user.delete'])
    const { id, row_version } = await userNamed(emailOf('staff'))
    const change = (body: object) =>
      clerk.request(`/v1/users/${id}`, { method: 'PUT', body: { rowVersion: row_version, ...body } })
    expectProblem(await change({ disabled: true }), 'permission_missing')
    expectProblem(await change({ email: 'clerk@evil.example' }), 'permission_missing')
    expectProblem(await clerk.request(`/v1/users/${id}`, { method: 'DELETE' }), 'permission_missing')
  })

  test('not by an API key: it changes no user, sends no link, shows none, and lifts no limit of its own', async () => {
    const { id, key } = await keyWith(['user.read', 'user.update', 'mail.read', 'apiKey.update', 'apiKey.delete'])
    const other = await userNamed(emailOf('other'))
    const tries = [
      [`/v1/users/${other.id}`, 'PUT', { rowVersion: other.row_version, email: 'k@evil.example' }],
      [`/v1/users/${other.id}/reset-password`, 'POST', undefined],
      [`/v1/users/${other.id}/send-invitation`, 'POST', undefined],
      [`/v1/auth/api-keys/${id}`, 'PUT', { rowVersion: 1, ratePerMinute: 100_000, ipAllow: [], expiresAt: null }],
      [`/v1/auth/api-keys/${id}`, 'DELETE', undefined],
    ] as const
    for (const [path, method, body] of tries) {
      expectProblem(await asKey(key, path, method, body), 'permission_missing')
    }
    await staff.request(`/v1/users/${other.id}/reset-password`, { method: 'POST' })
    type Mails = { items: { recipient: string; link: string | null }[] }
    const seenBy = (body: unknown) => (body as Mails).items.find(({ recipient }) => recipient === emailOf('other'))
    expect(seenBy((await staff.get('/v1/mails')).body)?.link).toContain('token=')
    expect(seenBy((await asKey(key, '/v1/mails')).body)?.link).toBeNull()
  })

  test('the last person who may grant access cannot be removed', async () => {
    const [role] = await app.sql<{ id: string }>(`SELECT id FROM role WHERE name = 'staff'`)
    const body = { roleIds: [role?.id], permissions: ['customer.access'] }
    const refused = await staff.request('/v1/auth/permissions/bulk-remove', { method: 'POST', body })
    expect(expectProblem(refused, 'invalid_request').detail).toContain('at least one person must still')
  })
})

test('users cannot lock themselves out by a role that needs a second factor', async () => {
  const [role] = await app.sql<{ id: string; row_version: number }>(
    `SELECT id, row_version FROM role WHERE name = 'staff'`,
  )
  const body = { rowVersion: role?.row_version, requiresSecondFactor: true }
  const refused = await staff.request(`/v1/auth/roles/${role?.id}`, { method: 'PUT', body })
  expect(expectProblem(refused, 'invalid_request').errors?.[0]?.path).toBe('body.requiresSecondFactor')
  expect((await staff.get('/v1/customers')).status).toBe(200)
})

describe('a key that was held to machines', () => {
  test('does nothing once it is held to none any more', async () => {
    const { id, key } = await keyWith(['telemetry.publish', 'customer.access', 'machine.read.any'])
    const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'VFFS-2215'`)
    const put = (ids: unknown[]) => staff.request(`/v1/auth/api-keys/${id}/machines`, { method: 'PUT', body: { ids } })
    expect((await put([machine?.id])).status).toBe(204)
    expect((await put([])).status).toBe(204)
    expectProblem(await asKey(key, '/v1/ignition/machines'), 'permission_missing')
    const records = [{ machineID: 'VFFS-2215', lastSeen: new Date().toISOString(), totalCycles: 1 }]
    const { body } = await asKey(key, '/v1/ignition/records', 'POST', { records })
    expect(body).toMatchObject({ accepted: 0, refused: [{ code: 'machine_unknown' }] })
    const device = await app.device({ username: 'x', password: key })
    await device.publishAndBeThrownOut('packhouse/VFFS-2215/record', { totalCycles: 1 })
    const next = await staff.request(`/v1/auth/api-keys/${id}/rotate`, { method: 'POST', body: { overlap: '0' } })
    expect(next.body).toMatchObject({ machinesOnly: true })
  })

  test('of one address is thrown out when its addresses change', async () => {
    const { id, key } = await keyWith(['telemetry.publish'])
    const device = await app.device({ username: 'x', password: key })
    const body = { rowVersion: 1, ipAllow: ['10.0.0.0/8'] }
    expect((await staff.request(`/v1/auth/api-keys/${id}`, { method: 'PUT', body })).status).toBe(200)
    await until('the end of the connection', () => !device.connected)
  })

  test('of somebody whose role needs a second factor does nothing without one', async () => {
    const owner = await maker.account([
      'apiKey.create',
      'apiKey.update',
      'apiKeyScope.read',
      'customer.read',
      'contact.read',
      'location.read',
      'licence.read',
    ])
    const made = (await owner.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'Theirs' } })).body as {
      id: string
      key: string
      ownerId: string
    }
    const [scope] = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'customers:read'`)
    await owner.request(`/v1/auth/api-keys/${made.id}/scopes`, { method: 'PUT', body: { ids: [scope?.id] } })
    expect((await asKey(made.key, '/v1/customers')).status).toBe(200)
    await app.sql(
      'UPDATE role SET requires_second_factor = true WHERE id IN (SELECT role_id FROM user_role WHERE user_id = $1)',
      [made.ownerId],
    )
    await clock.jump(BELIEVED_MS)
    expect((await asKey(made.key, '/v1/customers')).status).toBe(401)
  })
})

describe('what has ended stays ended', () => {
  test('sessions and keys of somebody who is deleted and brought back', async () => {
    const email = 'goes.and.comes@packhouse.example'
    const person = { email, first_name: 'Goes', last_name: 'Comes' }
    const { id } = (await staff.request('/v1/users', { method: 'POST', body: person })).body as { id: string }
    const password = 'vellum kraken tundra'
    await staff.request(`/v1/users/${id}/password`, { method: 'PUT', body: { password } })
    const tokens = await app.login(email, password)
    const [made] = await app.sql<{ id: string }>(
      `INSERT INTO api_key (name, prefix, owner_id, ip_allow, rate_per_minute) VALUES ('Theirs', 'phk_', $1, '{}', 60) RETURNING id`,
      [id],
    )
    const me = () =>
      app.anonymous.request('/v1/auth/me', { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect((await me()).status).toBe(200)
    expect((await staff.request(`/v1/users/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await staff.request(`/v1/users/${id}/restore`, { method: 'POST' })).status).toBe(200)
    await clock.jump(BELIEVED_MS)
    expect((await me()).status).toBe(401)
    const refresh = { refresh_token: tokens.refresh_token }
    expectProblem(await app.anonymous.post('/v1/auth/refresh', refresh), 'refresh_token_invalid')
    expect((await staff.get(`/v1/auth/api-keys/${made?.id}`)).body).toMatchObject({ status: 'revoked' })
    expect((await app.login(email, password)).access_token).toMatch(/^pha_/)
  })

  test('a link, when the email of its user changes', async () => {
    const person = { email: 'mistyped@packhouse.example', first_name: 'Mis', last_name: 'Typed' }
    const user = (await staff.request('/v1/users', { method: 'POST', body: person })).body as { id: string }
    await staff.request(`/v1/users/${user.id}/send-invitation`, { method: 'POST' })
    const token = tokenIn(await mailTo(app, person.email))
    const body = { rowVersion: 1, email: 'right@packhouse.example' }
    expect((await staff.request(`/v1/users/${user.id}`, { method: 'PUT', body })).status).toBe(200)
    const accepted = await app.anonymous.post('/v1/invitations/set-password', {
      token,
      password: 'vellum kraken tundra',
    })
    expectProblem(accepted, 'link_invalid')
  })

  test('the secret of a provider that is pointed elsewhere, which is switched off too', async () => {
    const draft = { name: 'Pointed', option: 'cmms', kind: 'oidc', issuer: 'https://one.example', clientId: 'client' }
    const made = (await staff.request('/v1/auth/identity-providers', { method: 'POST', body: draft })).body as {
      id: string
    }
    const path = `/v1/auth/identity-providers/${made.id}`
    await staff.request(`${path}/secret`, { method: 'PUT', body: { secret: 'the real secret' } })
    await app.sql('UPDATE identity_provider SET enabled = true WHERE id = $1', [made.id])
    const [row] = await app.sql<{ row_version: number }>('SELECT row_version FROM identity_provider WHERE id = $1', [
      made.id,
    ])
    const body = { rowVersion: row?.row_version, issuer: 'https://two.example' }
    expect((await staff.request(path, { method: 'PUT', body })).status).toBe(200)
    expect((await staff.get(path)).body).toMatchObject({ hasSecret: false, enabled: false })
  })

  test('a session whose refresh token was used twice, which its user can read in the history', async () => {
    const tokens = await app.login(emailOf('customer'), SAMPLE_PASSWORD)
    const refresh = () => app.anonymous.post('/v1/auth/refresh', { refresh_token: tokens.refresh_token })
    expect((await refresh()).status).toBe(200)
    await app.sql(`UPDATE refresh_token SET used_at = used_at - interval '1 minute' WHERE used_at IS NOT NULL`)
    expectProblem(await refresh(), 'refresh_token_reused')
    const { id } = await userNamed(emailOf('customer'))
    expect((await staff.get(`/v1/users/${id}/history`)).body).toMatchObject({
      items: [{ action: 'refresh-token-reused', address: '127.0.0.1' }, {}],
    })
  })
})

test('names that cannot be are no fault of the server', async () => {
  expect((await app.anonymous.get('/v1/photos/%00')).status).toBe(400)
  expect((await app.anonymous.get(`/v1/invitations/verify/phl_${'a'.repeat(240)}`)).status).toBe(410)
})

import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

// Whoever owns projects is not removed for good; here that must not be the reason.
const app = useTestApp({
  prepare: `UPDATE project SET owner_id = (SELECT id FROM user_account WHERE email = 'denied@packhouse.example')`,
})
const maker = new Maker(app)
/** Works with users and roles, and may read customers; nothing else. */
let clerk: Caller
let userId = ''

beforeAll(async () => {
  clerk = await maker.account(['user.read', 'user.update', 'role.read', 'role.update', 'role.create', 'customer.read'])
  const [user] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'denied@%'`)
  userId = user?.id ?? ''
})

async function roleOf(name: string, permissions: readonly string[]): Promise<string> {
  const [role] = await app.sql<{ id: string }>(
    `WITH made AS (INSERT INTO role (name) VALUES ($1) RETURNING id),
       held AS (INSERT INTO role_permission SELECT id, unnest($2::text[]) FROM made)
     SELECT id FROM made`,
    [name, permissions],
  )
  return role?.id ?? ''
}

async function post(caller: Caller, path: string, body: object, method = 'POST') {
  return await caller.request(path, { method, body })
}

describe('users cannot grant more than they have', () => {
  test('neither a permission to a role, a user or a group, nor a role or a group that has one', async () => {
    const small = await roleOf('small', ['customer.read'])
    const large = await roleOf('large', ['customer.read', 'customer.delete'])
    const [group] = await app.sql<{ id: string }>(
      `WITH made AS (INSERT INTO access_group (name) VALUES ('powerful') RETURNING id)
       INSERT INTO group_permission SELECT id, 'customer.delete' FROM made RETURNING group_id AS id`,
    )
    const tooMuch: [path: string, body: object, method?: string][] = [
      ['/v1/auth/permissions/assign', { roleId: small, permissions: ['customer.delete'] }],
      ['/v1/auth/permissions/assign', { userId, permissions: ['customer.delete'] }],
      ['/v1/auth/permissions/assign', { groupId: group?.id, permissions: ['customer.create'] }],
      ['/v1/auth/permissions/bulk-assign', { roleIds: [small], permissions: ['customer.delete'] }],
      ['/v1/auth/permissions/sync', { userId, roleIds: [large] }, 'PUT'],
      [`/v1/users/${userId}/roles`, { ids: [large] }, 'PUT'],
      [`/v1/users/${userId}/roles/attach`, { ids: [large] }],
      [`/v1/users/${userId}/groups/attach`, { ids: [group?.id] }],
    ]
    for (const [path, body, method] of tooMuch) {
      const problem = expectProblem(await post(clerk, path, body, method), 'permission_missing')
      expect(problem.detail, path).toContain('customer.')
    }
    expect(await app.sql('SELECT FROM user_role WHERE user_id = $1 AND role_id = $2', [userId, large])).toEqual([])
    expect((await post(clerk, '/v1/auth/permissions/sync', { userId, roleIds: [small] }, 'PUT')).status).toBe(204)
  })

  test('what is given works for whoever signs in next, and says from where it comes', async () => {
    const staff = await app.as('staff')
    const answer = await staff.get(`/v1/users/${userId}/permissions`)
    expect(answer.body).toMatchObject([{ permission: 'customer.read', sources: [{ kind: 'role', name: 'small' }] }])
    const denied = await app.signIn('denied')
    expect((await denied.get('/v1/customers')).status).toBe(200)
  })

  test('an unknown permission is refused by its place', async () => {
    const body = { userId, permissions: ['customer.read', 'customer.fly'] }
    const { errors } = expectProblem(await post(clerk, '/v1/auth/permissions/assign', body), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.permissions.1'])
  })
})

describe('somebody who may work with users and roles is always left', () => {
  async function onlyAdministrator(): Promise<{ staff: Caller; id: string; roleId: string }> {
    const staff = await app.as('staff')
    await app.sql(`UPDATE user_account SET disabled = true WHERE email LIKE 'account.%'`)
    const { user } = await staff.call('me')
    const [role] = await app.sql<{ id: string }>(`SELECT id FROM role WHERE name = 'staff'`)
    return { staff, id: user.id, roleId: role?.id ?? '' }
  }

  test('whatever would take away the last one', async () => {
    const { staff, id, roleId } = await onlyAdministrator()
    const [row] = await app.sql<{ version: number }>('SELECT row_version AS version FROM user_account WHERE id = $1', [
      id,
    ])
    const ways: [path: string, method: string, body?: object][] = [
      [`/v1/users/${id}`, 'DELETE'],
      [`/v1/users/${id}/force`, 'DELETE'],
      [`/v1/users/${id}`, 'PUT', { disabled: true, rowVersion: row?.version }],
      [`/v1/users/${id}/roles`, 'PUT', { ids: [] }],
      [`/v1/auth/roles/${roleId}/force`, 'DELETE'],
      ['/v1/auth/permissions/detach', 'POST', { roleId, permissions: ['user.update'] }],
      ['/v1/auth/permissions/bulk-remove', 'POST', { roleIds: [roleId], permissions: ['role.update'] }],
    ]
    for (const [path, method, body] of ways) {
      const answer = await staff.request(path, { method, body })
      expect(expectProblem(answer, 'invalid_request').detail, path).toContain(
        'at least one person must still be able to manage users and roles',
      )
    }
    expect((await staff.call('me')).permissions).toContain('user.update')
  })

  test('two who take it from each other at once do not both succeed', async () => {
    const { staff, id } = await onlyAdministrator()
    const second = await maker.account(Object.keys(permissionDescriptions))
    const [other] = await app.sql<{ id: string }>(
      `SELECT id FROM user_account WHERE email LIKE 'account.%' AND NOT disabled ORDER BY created_at DESC LIMIT 1`,
    )
    const answers = await Promise.all([
      second.request(`/v1/users/${id}/roles`, { method: 'PUT', body: { ids: [] } }),
      staff.request(`/v1/users/${other?.id}/roles`, { method: 'PUT', body: { ids: [] } }),
    ])
    const left = await app.sql(
      `SELECT DISTINCT s.user_id FROM permission_source s JOIN user_account u ON u.id = s.user_id
       WHERE s.permission = 'user.update' AND NOT u.disabled AND u.deleted_at IS NULL AND u.customer_id IS NULL`,
    )
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThan(2)
    expect(left.length).toBeGreaterThan(0)
  })

  test('the role of administrators stays as it is', async () => {
    const root = await maker.account(Object.keys(permissionDescriptions))
    const [role] = await app.sql<{ id: string }>('SELECT id FROM role WHERE is_system')
    const path = `/v1/auth/roles/${role?.id}`
    expectProblem(await root.request(path, { method: 'DELETE' }), 'invalid_request')
    expectProblem(
      await root.request(path, { method: 'PUT', body: { name: 'Other', rowVersion: 1 } }),
      'invalid_request',
    )
    const body = { roleId: role?.id, permissions: ['customer.read'] }
    expectProblem(await post(root, '/v1/auth/permissions/detach', body), 'invalid_request')
  })
})

test('how many people a change of roles reaches is counted once for each, by themselves or through a group', async () => {
  const [one, two] = [await roleOf('reach one', []), await roleOf('reach two', [])]
  const people = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name, disabled, deleted_at)
     SELECT 'reach' || n || '@packhouse.example', 'R', 'N', n = 4, CASE WHEN n = 5 THEN now() END FROM generate_series(1, 5) n RETURNING id`,
  )
  const ids = people.map(({ id }) => id)
  await app.sql('INSERT INTO user_role SELECT unnest($1::uuid[]), $2', [ids, one])
  await app.sql('INSERT INTO user_role VALUES ($1, $2)', [ids[0], two])
  await app.sql(
    `WITH made AS (INSERT INTO access_group (name) VALUES ('reached') RETURNING id),
       member AS (INSERT INTO group_member SELECT id, unnest($1::uuid[]) FROM made)
     INSERT INTO group_role SELECT id, $2 FROM made`,
    [[ids[0], ids[1]], two],
  )
  const unknown = '00000000-0000-7000-8000-000000000000'
  const reader = await maker.account(['user.read', 'role.read'])
  const reach = async (...roleIds: string[]) =>
    await reader.call('permissionReach', { query: { roleIds: roleIds.join(',') } })
  expect(await reach(one, two, unknown)).toEqual({
    people: 3,
    roles: [
      { roleId: one, people: 3 },
      { roleId: two, people: 2 },
      { roleId: unknown, people: 0 },
    ],
  })
  expectProblem(await reader.get('/v1/auth/permissions/reach?roleIds=nonsense'), 'invalid_request')
  expectProblem(
    await reader.get(`/v1/auth/permissions/reach?roleIds=${Array(201).fill(one).join(',')}`),
    'invalid_request',
  )
})

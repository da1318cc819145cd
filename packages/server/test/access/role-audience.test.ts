import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { makeInvited } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const OF_STAFF = 'only for staff, and this user is of a customer'
const OF_CUSTOMERS = 'only for people of customers, and this user is staff'

let made = 0

async function roleFor(audience?: string): Promise<string> {
  const body = { name: `Role ${++made}`, ...(audience && { audience }) }
  return ((await staff.post('/v1/auth/roles', body)).body as { id: string }).id
}

async function groupWith(roleIds: string[] = []): Promise<string> {
  const { id } = (await staff.post('/v1/auth/groups', { name: `Group ${++made}` })).body as { id: string }
  if (roleIds.length > 0) expect((await attach(`/v1/auth/groups/${id}/roles`, roleIds)).status).toBe(204)
  return id
}

/** @param customer the code of a customer; none: staff */
async function userOf(customer?: string): Promise<string> {
  const id = await makeInvited(app, `audience.${++made}@packhouse.example`)
  const [known] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [customer])
  await app.sql('UPDATE user_account SET customer_id = $2 WHERE id = $1', [id, known?.id ?? null])
  return id
}

async function attach(place: string, ids: string[]) {
  return await staff.post(`${place}/attach`, { ids })
}

async function rolesOf(id: string): Promise<unknown> {
  return ((await staff.get(`/v1/users/${id}`)).body as { roles: unknown }).roles
}

test('a role is available to everyone where nobody says otherwise, and the list has those of an audience', async () => {
  const [forAll, forStaff, forCustomers] = [await roleFor(), await roleFor('staff'), await roleFor('customers')]
  const { body } = await staff.get('/v1/auth/roles?audience=everyone,customers&pageSize=200')
  const found = (body as { items: { id: string; audience: string }[] }).items
  expect(found.find(({ id }) => id === forAll)?.audience).toBe('everyone')
  expect(found.map(({ id }) => id)).toContain(forCustomers)
  expect(found.map(({ id }) => id)).not.toContain(forStaff)
  const [person, colleague] = [await userOf('NORDFJELL'), await userOf()]
  for (const id of [person, colleague]) expect((await attach(`/v1/users/${id}/roles`, [forAll])).status).toBe(204)
})

test('people get only roles that are for them, whatever the way', async () => {
  const [person, colleague] = [await userOf('NORDFJELL'), await userOf()]
  const cases = [
    [person, await roleFor('staff'), await roleFor('customers'), OF_STAFF],
    [colleague, await roleFor('customers'), await roleFor('staff'), OF_CUSTOMERS],
  ] as const
  for (const [id, wrong, right, words] of cases) {
    const ways: [path: string, method: string, body: object][] = [
      [`/v1/users/${id}/roles/attach`, 'POST', { ids: [right, wrong] }],
      [`/v1/users/${id}/roles`, 'PUT', { ids: [right, wrong] }],
      ['/v1/auth/permissions/sync', 'PUT', { userId: id, roleIds: [right, wrong] }],
    ]
    for (const [path, method, body] of ways) {
      const answer = await staff.request(path, { method, body })
      expect(expectProblem(answer, 'invalid_request').detail, path).toContain(words)
    }
    expect(await rolesOf(id)).toEqual([])
    expect((await attach(`/v1/users/${id}/roles`, [right])).status).toBe(204)
  }
})

test('a group does not have a role and a member that the role is not for', async () => {
  const [person, colleague] = [await userOf('NORDFJELL'), await userOf()]
  const [forStaff, forCustomers] = [await roleFor('staff'), await roleFor('customers')]
  const words = 'Members have the roles of their group'
  const cases = [
    [person, forStaff, colleague],
    [colleague, forCustomers, person],
  ] as const
  for (const [wrong, role, right] of cases) {
    const group = await groupWith([role])
    const tries = [
      await attach(`/v1/auth/groups/${group}/members`, [right, wrong]),
      await attach(`/v1/users/${wrong}/groups`, [group]),
    ]
    for (const answer of tries) expect(expectProblem(answer, 'invalid_request').detail).toContain(words)
    expect((await attach(`/v1/auth/groups/${group}/members`, [right])).status).toBe(204)
    const mixed = await groupWith()
    expect((await attach(`/v1/auth/groups/${mixed}/members`, [person, colleague])).status).toBe(204)
    const refused = await attach(`/v1/auth/groups/${mixed}/roles`, [role])
    expect(expectProblem(refused, 'invalid_request').detail).toContain(words)
  }
})

test('who has a role does not lose it when it becomes one for others, and can be given more', async () => {
  const person = await userOf('NORDFJELL')
  const [before, more] = [await roleFor(), await roleFor('customers')]
  const roles = `/v1/users/${person}/roles`
  expect((await attach(roles, [before])).status).toBe(204)
  const { body } = await staff.get(`/v1/auth/roles/${before}`)
  const { rowVersion } = body as { rowVersion: number }
  const narrowed = { audience: 'staff', rowVersion }
  expect((await staff.request(`/v1/auth/roles/${before}`, { method: 'PUT', body: narrowed })).status).toBe(200)
  expect((await staff.request(roles, { method: 'PUT', body: { ids: [before, more] } })).status).toBe(204)
  expect(await rolesOf(person)).toHaveLength(2)
  expect((await staff.request(roles, { method: 'PUT', body: { ids: [more] } })).status).toBe(204)
  expectProblem(await attach(roles, [before]), 'invalid_request')
})

test('the built-in role is for staff, and stays so', async () => {
  const [role] = await app.sql<{ id: string; audience: string; version: number }>(
    'SELECT id, audience, row_version AS version FROM role WHERE is_system',
  )
  expect(role?.audience).toBe('staff')
  const body = { audience: 'everyone', rowVersion: role?.version }
  const { errors } = expectProblem(
    await staff.request(`/v1/auth/roles/${role?.id}`, { method: 'PUT', body }),
    'invalid_request',
  )
  expect(errors).toMatchObject([{ path: 'body.audience', message: expect.stringContaining('built in') }])
})

test('the roles of the sample company are for those that they are named after', async () => {
  const rows = await app.sql(
    `SELECT name, audience FROM role WHERE name IN ('customer', 'staff', 'none') ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: 'customer', audience: 'customers' },
    { name: 'staff', audience: 'staff' },
  ])
})

import { users } from '@packhouse/contract'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const [{ path }] = users.mounts
let staff: Caller
let customers: string[]
let userId: string
let count = 0

beforeEach(async () => {
  staff = await app.as('staff')
  customers = (await app.sql<{ id: string }>('SELECT id FROM customer ORDER BY id LIMIT 2')).map(({ id }) => id)
  count += 1
  const email = `newcomer.${count}@packhouse.example`
  const body = { email, first_name: 'New', last_name: 'Comer' }
  const created = await staff.post(path, body)
  userId = (created.body as { id: string }).id
})

async function setCustomer(customerId: string | null | undefined) {
  const { rowVersion } = (await staff.get(`${path}/${userId}`)).body as { rowVersion: number }
  return await staff.request(`${path}/${userId}`, { method: 'PUT', body: { customerId, rowVersion } })
}

test('the customer of a user without any right is set once, and stays', async () => {
  expect((await setCustomer(customers[0])).body).toMatchObject({ customerId: customers[0] })
  for (const other of [customers[1], null]) {
    const { errors } = expectProblem(await setCustomer(other), 'invalid_request')
    expect(errors).toMatchObject([{ path: 'body.customerId', code: 'rule' }])
  }
  expect((await setCustomer(customers[0])).status).toBe(200)
})

test.each([
  ['a role', `INSERT INTO user_role SELECT $1, id FROM role WHERE name = 'customer'`],
  ['a permission', `INSERT INTO user_permission VALUES ($1, 'customer.access')`],
  [
    'a group',
    `WITH made AS (INSERT INTO access_group (name) VALUES ('Of newcomers') RETURNING id)
     INSERT INTO group_member SELECT id, $1 FROM made`,
  ],
])('who has %s gets no customer any more', async (_, give) => {
  await app.sql(give, [userId])
  expectProblem(await setCustomer(customers[0]), 'invalid_request')
})

test('the database holds it too', async () => {
  await setCustomer(customers[0])
  const connection = await app.connection()
  await connection.query(`SELECT set_config('packhouse.user', $1, false)`, [userId])
  const change = connection.query('UPDATE user_account SET customer_id = $2 WHERE id = $1', [userId, customers[1]])
  await expect(change).rejects.toMatchObject({ constraint: 'user_account_customer_once' })
})

test('users are filtered by their status', async () => {
  const statuses = async (status: string) => {
    const { body } = await staff.get(`${path}?status=${status}&pageSize=200`)
    return [...new Set((body as { items: { status: string }[] }).items.map((user) => user.status))]
  }
  await app.sql('UPDATE user_account SET disabled = true WHERE id = $1', [userId])
  expect(await statuses('disabled')).toEqual(['disabled'])
  expect(await statuses('active')).toEqual(['active'])
  expect(await statuses('invited')).toEqual([])
  expect((await statuses('new,disabled')).toSorted()).toEqual(['disabled', 'new'])
})

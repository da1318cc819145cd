import { bulkReportSchema, defineResource, field, historyEntrySchema, SECRET_MASK } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ResourceStore } from '../../src/engine/resource/resource-store.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type AnyRow, customerDraft, rowsOf } from './rows-of.ts'

const app = useTestApp()
const customers = async () => rowsOf(await app.as('staff'), '/v1/customers')

describe('the history of a row', () => {
  test('reports newest first who did what, with the changed fields before and after', async () => {
    const rows = await customers()
    const created = await rows.create(customerDraft({ notes: 'first' }))
    await rows.update(created, { notes: 'second', website: 'https://example.com' })
    const { items, total } = await rows.history(created.id)
    expect(total).toBe(2)
    expect(items.map((entry) => historyEntrySchema.parse(entry).action)).toEqual(['update', 'create'])
    expect(items[0]?.changes).toEqual([
      { field: 'website', before: null, after: 'https://example.com' },
      { field: 'notes', before: 'first', after: 'second' },
    ])
    expect(items[1]?.changes).toContainEqual({ field: 'code', before: null, after: created.code })
    expect(items[0]?.actor).toEqual({ id: created.createdBy, name: expect.stringMatching(/^\S+ \S+$/) })
  })

  test('names neither version nor times among the changes, and no field that was empty before and after', async () => {
    const rows = await customers()
    const created = await rows.create(customerDraft())
    const [entry] = (await rows.history(created.id)).items
    expect(entry?.changes.map((change) => change.field)).toEqual(['code', 'name', 'currency', 'status'])
  })

  test('can still be read of a deleted row and reports the deletion and the return', async () => {
    const rows = await customers()
    const { id } = await rows.create(customerDraft())
    await rows.remove(id)
    expect((await rows.history(id)).items.map((entry) => entry.action)).toEqual(['delete', 'create'])
    await rows.post(`/${id}/restore`)
    expect((await rows.history(id)).items[0]).toMatchObject({ action: 'restore', changes: [] })
  })

  test('comes in pages like a list', async () => {
    const rows = await customers()
    let row = await rows.create(customerDraft())
    for (const notes of ['a', 'b', 'c']) row = await rows.update(row, { notes })
    const second = await rows.history(row.id, '?page=2&pageSize=3')
    expect(second).toMatchObject({ total: 4, page: 2, pageSize: 3, items: [{ action: 'create' }] })
    const answer = await (await app.as('staff')).get(`/v1/customers/${row.id}/history?pageSize=0&sort=at`)
    const problem = expectProblem(answer, 'invalid_request')
    expect(problem.errors?.map((error) => error.path).sort()).toEqual(['query.pageSize', 'query.sort'])
  })

  test('of a contact that loses the primary flag says so too', async () => {
    const parent = await (await customers()).create(customerDraft())
    const contacts = rowsOf(await app.as('staff'), `/v1/customers/${parent.id}/contacts`)
    const [one, two] = [await contacts.create({ firstName: 'One' }), await contacts.create({ firstName: 'Two' })]
    await contacts.post(`/${one.id}/set-primary`)
    await contacts.post(`/${two.id}/set-primary`)
    expect((await contacts.history(one.id)).items[0]).toMatchObject({
      action: 'set-primary',
      changes: [{ field: 'isPrimary', before: true, after: false }],
    })
    expect((await contacts.history(two.id)).total).toBe(2)
  })

  test('of a row that is not there, or below another parent, is not found', async () => {
    const rows = await customers()
    const [mine, other] = [await rows.create(customerDraft()), await rows.create(customerDraft())]
    const staff = await app.as('staff')
    const contact = await rowsOf(staff, `/v1/customers/${mine.id}/contacts`).create({ firstName: 'Ada' })
    expectProblem(await staff.get('/v1/customers/01890000-0000-7000-8000-000000000000/history'), 'not_found')
    expectProblem(await staff.get(`/v1/customers/${other.id}/contacts/${contact.id}/history`), 'not_found')
  })

  test('needs the permission to read the resource', async () => {
    const row = await (await customers()).create(customerDraft())
    const answer = await (await app.as('customer')).get(`/v1/customers/${row.id}/history`)
    expect(expectProblem(answer, 'permission_missing').detail).toContain('customer.read')
  })
})

describe('a secret field', () => {
  const vaults = defineResource({
    name: 'vault',
    table: 'vault',
    area: 'Test',
    noun: ['vault', 'vaults'],
    fields: {
      name: field.text({ label: 'Name', required: true }),
      password: field.text({ label: 'Password', secret: true }),
    },
    mounts: [{ path: '/v1/vaults' }],
    label: 'name',
    defaultSort: 'createdAt',
  })
  let database: Database
  beforeAll(async () => {
    await app.sql(`CREATE TABLE vault (id uuid PRIMARY KEY DEFAULT uuidv7(), name text NOT NULL, password text);
      CALL add_stamps('vault'); CALL protect_for_staff('vault')`)
    database = new Database(app.databaseUrl, createLog('error'))
  })
  afterAll(() => database.stop())

  test('is stored and shows as dots in rows and in the history, and only where it was set', async () => {
    const [user] = await app.sql<{ id: string }>("SELECT id FROM user_account WHERE email LIKE 'staff@%'")
    const principal = { userId: user?.id ?? '', sessionId: '', customerId: null, permissions: new Set<string>() }
    const store = new ResourceStore(database, [], vaults)
    const created = await store.create(principal, { name: 'Main', password: 'open sesame' })
    expect(vaults.row.parse(created)).toMatchObject({ password: SECRET_MASK })
    const renamed = await store.update(principal, created.id, { rowVersion: 1, name: 'Second' })
    await store.update(principal, renamed.id, { rowVersion: 2, password: 'swordfish' })
    const { items } = await store.history(principal, created.id, { page: 1, pageSize: 9 })
    expect(items.map((entry) => entry.changes.map((change) => change.field))).toEqual([
      ['password'],
      ['name'],
      ['name', 'password'],
    ])
    const [stored] = await app.sql('SELECT password FROM vault')
    expect(stored).toEqual({ password: 'swordfish' })
    const [reported] = await app.sql(
      `SELECT count(*)::int FROM audit_entry WHERE (before, after)::text ~ 'sesame|swordfish'`,
    )
    expect(reported).toEqual({ count: 0 })
  })

  test('refuses its own dots, which a form might send back', () => {
    expect(vaults.change.safeParse({ rowVersion: 1, password: SECRET_MASK }).success).toBe(false)
    expect(vaults.draft.safeParse({ name: 'Main', password: 'open sesame' }).success).toBe(true)
  })
})

describe('a change of many rows at once', () => {
  const bulk = async (body: object, query = '') =>
    await (await app.as('staff')).request(`/v1/customers/bulk${query}`, { method: 'POST', body })
  const seen = ({ id, rowVersion }: AnyRow) => ({ id, rowVersion })
  const statuses = async (made: AnyRow[]) =>
    await Promise.all(made.map(async ({ id }) => (await (await customers()).get(id)).status))

  test('sets the rows that are named, each with its entry in the history, and its answer undoes it', async () => {
    const rows = await customers()
    const made = [
      await rows.create(customerDraft({ status: 'prospect' })),
      await rows.create(customerDraft({ status: 'hold' })),
      await rows.create(customerDraft({ status: 'inactive' })),
    ]
    const answer = await bulk({ rows: made.map(seen), change: { status: 'inactive' } })
    const { changed, unchanged, refused } = bulkReportSchema.parse(answer.body)
    expect([changed.length, unchanged, refused]).toEqual([2, 1, []])
    expect(await statuses(made)).toEqual(['inactive', 'inactive', 'inactive'])
    expect((await rows.history(made[0]?.id ?? '')).items[0]).toMatchObject({
      action: 'update',
      changes: [{ field: 'status', before: 'prospect', after: 'inactive' }],
    })
    const undo = changed.map(({ id, rowVersion, before }) => ({ id, rowVersion, change: before }))
    expect((await bulk({ rows: undo })).body).toMatchObject({ unchanged: 0, refused: [] })
    expect(await statuses(made)).toEqual(['prospect', 'hold', 'inactive'])
    expect((await rows.get(made[0]?.id ?? '')).rowVersion).toBe(3)
    expect((await rows.history(made[2]?.id ?? '')).total).toBe(1)
  })

  test('reports the rows that cannot be changed, with the reason, and changes the others', async () => {
    const rows = await customers()
    const fine = await rows.create(customerDraft())
    const newer = await rows.create(customerDraft())
    const gone = await rows.create(customerDraft())
    await rows.update(newer, { notes: 'of somebody else' })
    await rows.remove(gone.id)
    const answer = await bulk({ rows: [fine, newer, gone].map(seen), change: { status: 'hold' } })
    const { changed, refused } = bulkReportSchema.parse(answer.body)
    expect(changed.map(({ id }) => id)).toEqual([fine.id])
    expect(refused).toMatchObject([
      { id: newer.id, label: newer.name, code: 'stale' },
      { id: gone.id, label: null, code: 'not_found' },
    ])
    expect(await statuses([fine, newer])).toEqual(['hold', 'active'])
  })

  test('takes all rows that a filter finds, as long as they are as many as were confirmed', async () => {
    const rows = await customers()
    const taxId = 'BULK-FILTER'
    const made = [await rows.create(customerDraft({ taxId })), await rows.create(customerDraft({ taxId }))]
    const query = `?search=${taxId}`
    for (const count of [1, 3]) {
      expectProblem(await bulk({ count, change: { status: 'hold' } }, query), 'count_changed')
    }
    expect(await statuses(made)).toEqual(['active', 'active'])
    const answer = await bulk({ count: 2, change: { status: 'hold' } }, query)
    expect(bulkReportSchema.parse(answer.body).changed).toHaveLength(2)
    expect(await statuses(made)).toEqual(['hold', 'hold'])
  })

  test('is refused as a whole where what is sent is wrong, and takes only fields that are declared for it', async () => {
    const rows = await customers()
    const row = await rows.create(customerDraft())
    const before = await rows.get(row.id)
    const named = [seen(row)]
    const wrong: [object, string][] = [
      [{ rows: named, change: { name: 'All of them' } }, 'body.change.name'],
      [{ rows: named, change: {} }, 'body.change'],
      [{ rows: named, change: { status: 'lost' } }, 'body.change.status'],
      [{ rows: named, change: { industryId: crypto.randomUUID() } }, 'body.change.industryId'],
      [{ rows: named }, 'body.change'],
      [{ rows: [...named, ...named], change: { status: 'hold' } }, 'body.rows'],
      [{ rows: named, count: 1, change: { status: 'hold' } }, 'body.count'],
      [{ count: 1_001, change: { status: 'hold' } }, 'body.count'],
    ]
    for (const [body, path] of wrong) {
      const { errors } = expectProblem(await bulk(body), 'invalid_request')
      expect(errors?.[0]?.path).toBe(path)
    }
    expectProblem(await bulk({ rows: named, change: { status: 'hold' } }, '?deleted=only'), 'invalid_request')
    expect(await rows.get(row.id)).toEqual(before)
  })
})

import type { StoredVersion, VersionComparison } from '@packhouse/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../../src/platform/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { type Line, type Order, Orders } from './orders.ts'

const app = useTestApp()
let database: Database
let orders: Orders
beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('error'))
  orders = new Orders(app, database)
  await orders.start({ order: { hasLines: () => [] } })
})
afterAll(async () => {
  await orders.stop()
  await database.stop()
})

async function store({ id, rowVersion }: Order, note: string | null = null): Promise<StoredVersion> {
  return await orders.done<StoredVersion>('POST', `orders/${id}/versions`, { rowVersion, note })
}

async function compare({ id }: Order, a: number, b: number): Promise<VersionComparison> {
  return await orders.done<VersionComparison>('GET', `orders/${id}/versions/compare/${a}/${b}`)
}

async function restore({ id }: Order, number: number): Promise<Order> {
  const { rowVersion } = await orders.get(id)
  return await orders.done('POST', `orders/${id}/versions/${number}/restore`, { rowVersion })
}

/** What a version holds but for what every change touches. */
function contentOf(order: Record<string, unknown>) {
  const plain = ({ rowVersion: _, updatedAt: __, createdAt: ___, ...rest }: Record<string, unknown>) => rest
  return { ...plain(order), lines: (order.lines as Line[]).map(plain) }
}

describe('a version', () => {
  test('has the row with all its children, without secrets, under the next number of the row', async () => {
    const made = await orders.create([], { pin: '4711', lines: [{ product: 'a', pin: '4711' }, { product: 'b' }] })
    const first = await store(made, 'as agreed')
    const { pin: _, ...fields } = made
    const lines = made.lines.map(({ pin: __, ...line }) => line)
    expect(first).toMatchObject({ number: 1, schema: 1, note: 'as agreed', snapshot: { ...fields, lines } })
    expect(JSON.stringify(first.snapshot)).not.toContain('pin')
    expect((await store(made)).number).toBe(2)
    expect((await store(await orders.create(['a']))).number).toBe(1)
  })

  test('is listed, newest first and without what it holds, and read by its number', async () => {
    const made = await orders.create(['a'])
    const first = await store(made, 'one')
    await store(made, 'two')
    const { items, total } = await orders.done<{ items: object[]; total: number }>('GET', `orders/${made.id}/versions`)
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { number: 2, note: 'two' },
      { number: 1, note: 'one' },
    ])
    expect(items[0]).not.toHaveProperty('snapshot')
    expect(await orders.done('GET', `orders/${made.id}/versions/1`)).toEqual(first)
    for (const number of ['3', '0', 'x']) {
      expect((await orders.ask('GET', `orders/${made.id}/versions/${number}`)).status).toBe(number === '3' ? 404 : 400)
    }
  })

  test('never changes, not even for the owner of the database', async () => {
    await store(await orders.create(['a']))
    for (const statement of [
      'UPDATE resource_version SET note = NULL',
      'DELETE FROM resource_version',
      'TRUNCATE resource_version',
    ]) {
      await expect(app.sql(statement)).rejects.toThrow('A version never changes.')
    }
  })

  test('is made of the row that was read', async () => {
    const made = await orders.create(['a'])
    await orders.change(made, { notes: 'other' })
    const answer = await orders.ask('POST', `orders/${made.id}/versions`, { rowVersion: 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } })
  })

  test('made at once with others has its own number, and none is left out', async () => {
    const made = await orders.create(['a'])
    const versions = await Promise.all(Array.from({ length: 12 }, () => store(made)))
    expect(versions.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    )
  })

  test('made while the row is saved holds one state of it and its children', async () => {
    let made = await orders.create(['v1'], { notes: 'v1' })
    for (let round = 2; round < 8; round += 1) {
      const name = `v${round}`
      const [changed] = await Promise.all([
        orders.change(made, { notes: name, lines: [{ product: name }] }),
        orders.ask('POST', `orders/${made.id}/versions`, { rowVersion: made.rowVersion }),
        orders.ask('POST', `orders/${made.id}/versions`, { rowVersion: made.rowVersion + 1 }),
      ])
      made = changed
    }
    const rows = await app.sql<{ notes: string; product: string }>(
      `SELECT snapshot ->> 'notes' AS notes, snapshot #>> '{lines,0,product}' AS product FROM resource_version WHERE root_id = $1`,
      [made.id],
    )
    for (const { notes, product } of rows) expect(product).toBe(notes)
  })

  test('is in the history of the row by its number', async () => {
    const made = await orders.create(['a'])
    await store(made)
    const { items } = await orders.done<{ items: object[] }>('GET', `orders/${made.id}/history`)
    expect(items[0]).toMatchObject({
      action: 'create-version',
      changes: [{ field: 'version', before: null, after: 1 }],
    })
  })
})

describe('two versions compared', () => {
  test('list the fields, and the children that came, went and changed; order is no difference', async () => {
    const made = await orders.create(['a', 'b', 'c'])
    const [a, b, c] = made.lines as [Line, Line, Line]
    await store(made)
    const lines = [{ id: c.id }, { id: a.id, quantity: 5 }, { product: 'd' }]
    const changed = await orders.change(made, { notes: 'more', lines })
    await store(changed)
    const comparison = await compare(made, 1, 2)
    expect(comparison).toMatchObject({
      a: 1,
      b: 2,
      fields: [{ field: 'notes', before: null, after: 'more' }],
      children: {
        lines: {
          added: [{ product: 'd' }],
          removed: [{ id: b.id, product: 'b' }],
          changed: [{ id: a.id, label: 'a', changes: [{ field: 'quantity', before: 1, after: 5 }] }],
        },
      },
    })
    const back = await compare(made, 2, 1)
    expect(back.children.lines).toMatchObject({ added: [{ id: b.id }], removed: [{ product: 'd' }] })
    expect(await compare(made, 1, 1)).toMatchObject({ fields: [], children: { lines: { added: [], changed: [] } } })
    expect((await orders.ask('GET', `orders/${made.id}/versions/compare/1/9`)).status).toBe(404)
  })
})

describe('a version that is restored', () => {
  test('brings back fields and children, removed ones under their ids, as a new state of the row', async () => {
    const made = await orders.create([], {
      notes: 'first',
      lines: [{ product: 'a', maker: 'us' }, { product: 'b', quantity: 7 }, { product: 'c' }],
    })
    const first = await store(made)
    const [a] = made.lines as [Line]
    await store(await orders.change(made, { notes: 'second', lines: [{ product: 'd' }, { id: a.id, quantity: 9 }] }))
    const restored = await restore(made, 1)
    expect(contentOf(restored)).toEqual(contentOf(made))
    expect(restored.rowVersion).toBe(3)
    expect((await store(restored)).number).toBe(3)
    const { fields, children } = await compare(made, 1, 3)
    expect({ fields, children }).toEqual({ fields: [], children: { lines: { added: [], removed: [], changed: [] } } })
    expect(await orders.done('GET', `orders/${made.id}/versions/1`)).toEqual(first)
    expect((await orders.audit(made)).map(({ action }) => action)).toContain('restore-version')
  })

  test('leaves the secrets and the state as they are', async () => {
    const made = await orders.create([], { pin: 'old', lines: [{ product: 'a', pin: 'old' }] })
    await store(made)
    const changed = await orders.change(made, { pin: 'new', lines: [{ id: made.lines[0]?.id, pin: 'new' }] })
    const body = { rowVersion: changed.rowVersion }
    await orders.done('POST', `orders/${made.id}/transitions/submit`, body)
    expect(await restore(made, 1)).toMatchObject({ status: 'review' })
    const pins = 'SELECT o.pin, l.pin AS line FROM test_order o JOIN order_line l ON l.order_id = o.id WHERE o.id = $1'
    expect(await app.sql(pins, [made.id])).toEqual([{ pin: 'new', line: 'new' }])
  })

  test('is refused whole where a part of it cannot be: the third child refers to what is gone', async () => {
    const [industry] = await app.sql<{ id: string }>(
      `INSERT INTO industry (code, name, sort, active) VALUES ('GONE', 'Gone', 1, true) RETURNING id`,
    )
    const made = await orders.create([], {
      lines: [{ product: 'a' }, { product: 'b' }, { product: 'c', industryId: industry?.id }],
    })
    await store(made)
    const changed = await orders.change(made, { lines: [{ product: 'x' }] })
    await app.sql('DELETE FROM industry WHERE id = $1', [industry?.id])
    const answer = await orders.ask('POST', `orders/${made.id}/versions/1/restore`, { rowVersion: 2 })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'body.lines.2.industryId' }] } })
    expect(await orders.get(made.id)).toEqual(changed)
  })

  test('is refused for an older row and for a frozen one', async () => {
    const made = await orders.create(['a'])
    await store(made)
    await orders.change(made, { notes: 'other' })
    const stale = await orders.ask('POST', `orders/${made.id}/versions/1/restore`, { rowVersion: 1 })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } })
    await orders.done('POST', `orders/${made.id}/transitions/submit`, { rowVersion: 2 })
    const frozen = await orders.done('POST', `orders/${made.id}/transitions/send`, { rowVersion: 3 })
    const refused = await orders.ask('POST', `orders/${made.id}/versions/1/restore`, { rowVersion: 4 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'state_frozen', state: 'sent' } })
    expect(await orders.get(made.id)).toEqual(frozen)
    expect((await store(frozen)).number).toBe(2)
  })
})

describe('versions of others', () => {
  test('are those of nothing for users of another customer, over HTTP and in the table', async () => {
    await orders.person('customer', 'customer@%', [])
    await orders.person('other', 'other@%', [])
    const [user] = await app.sql<{ customer_id: string }>(
      "SELECT customer_id FROM user_account WHERE email LIKE 'customer@%'",
    )
    const made = await orders.create(['a'], { customerId: user?.customer_id })
    const url = `orders/${made.id}/versions`
    await orders.done('POST', url, { rowVersion: 1 }, 'customer')
    expect((await orders.ask('GET', `${url}/1`, undefined, 'customer')).status).toBe(200)
    for (const [method, tail, body] of [
      ['GET', '', undefined],
      ['POST', '', { rowVersion: 1 }],
      ['GET', '/1', undefined],
      ['GET', '/compare/1/1', undefined],
      ['POST', '/1/restore', { rowVersion: 1 }],
    ] as const) {
      expect((await orders.ask(method, `${url}${tail}`, body, 'other')).status, `${method} ${tail}`).toBe(404)
    }
    const [others] = await app.sql<{ customer_id: string }>(
      "SELECT customer_id FROM user_account WHERE email LIKE 'other@%'",
    )
    const seen = await database.inScope({ customerId: others?.customer_id ?? '' }, (db) =>
      sql`SELECT * FROM resource_version`.execute(db),
    )
    expect(seen.rows).toEqual([])
  })

  test('need the permissions of their row', async () => {
    await orders.person('reader', 'staff@%', ['order.update'])
    await orders.person('stranger', 'staff@%', ['order.read'])
    const made = await orders.create(['a'])
    await store(made)
    const url = `orders/${made.id}/versions`
    expect((await orders.ask('POST', url, { rowVersion: 1 }, 'reader')).status).toBe(403)
    expect((await orders.ask('POST', `${url}/1/restore`, { rowVersion: 1 }, 'reader')).status).toBe(403)
    expect((await orders.ask('GET', url, undefined, 'stranger')).status).toBe(403)
  })
})

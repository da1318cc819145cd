import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../../src/platform/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { type Line, MAX_LINES, type Order, Orders } from './orders.ts'

const app = useTestApp()
let database: Database
let orders: Orders
beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('error'))
  orders = new Orders(app, database)
  await orders.start()
})
afterAll(async () => {
  await orders.stop()
  await database.stop()
})

const products = ({ lines }: Order) => lines.map(({ product }) => product)
const NOBODY = '01890000-0000-7000-8000-000000000000'

describe('the children of a row', () => {
  test('are made with it, numbered in their order, with the defaults of their fields, and read with it', async () => {
    const made = await orders.create([], { lines: [{ product: 'b', quantity: 3 }, { product: 'a' }] })
    expect(made.lines).toMatchObject([
      { product: 'b', quantity: 3, position: 1, double: 6, orderId: made.id, rowVersion: 1 },
      { product: 'a', quantity: 1, position: 2, double: 2, colour: null },
    ])
    expect(await orders.get(made.id)).toEqual(made)
    const { items } = await orders.done<{ items: object[] }>('GET', `orders?id=${made.id}`)
    expect(items[0]).not.toHaveProperty('lines')
  })

  test('are left alone where the list is absent', async () => {
    const made = await orders.create(['a', 'b'])
    const changed = await orders.change(made, { notes: 'more' })
    expect(changed).toMatchObject({ notes: 'more', rowVersion: 2, lines: made.lines })
  })

  test('become what the list says: new ones, changed ones, others gone, in the new order', async () => {
    const made = await orders.create(['a', 'b', 'c'])
    const [a, b] = made.lines as [Line, Line]
    const changed = await orders.change(made, {
      lines: [{ product: 'd' }, { id: b.id, colour: 'red' }, { id: a.id, rowVersion: 1 }],
    })
    expect(changed.lines).toMatchObject([
      { product: 'd', position: 1 },
      { ...b, colour: 'red', position: 2, rowVersion: 2, updatedAt: expect.any(String) },
      { id: a.id, product: 'a', position: 3, rowVersion: 2 },
    ])
    expect(changed.rowVersion).toBe(2)
  })

  test('that are sent as they are stay as they are', async () => {
    const made = await orders.create(['a', 'b'])
    const lines = made.lines.map(({ id, product }) => ({ id, product }))
    expect((await orders.change(made, { lines })).lines).toEqual(made.lines)
    expect((await orders.audit(made)).map(({ action }) => action)).toEqual(['create', 'create', 'create'])
  })

  test('may take the unique value of one that goes in the same change', async () => {
    const made = await orders.create(['a'])
    const changed = await orders.change(made, { lines: [{ product: 'a', colour: 'blue' }] })
    expect(changed.lines).toMatchObject([{ product: 'a', colour: 'blue' }])
    expect(changed.lines[0]?.id).not.toBe(made.lines[0]?.id)
  })

  test('have audit entries of their own, which one change joins with that of the row', async () => {
    const made = await orders.create(['a', 'b'])
    await orders.change(made, {
      title: `${made.title} x`,
      lines: [{ id: made.lines[0]?.id, colour: 'red' }, { product: 'c' }],
    })
    const entries = (await orders.audit(made)).map(({ action, resource, change_id }) => ({
      reported: `${action} ${resource}`,
      change_id,
    }))
    expect(entries.map(({ reported }) => reported)).toEqual([
      'create order',
      ...['create orderLine', 'create orderLine'],
      ...['update order', 'delete orderLine', 'update orderLine', 'create orderLine'],
    ])
    const changes = entries.map(({ change_id }) => change_id)
    expect(new Set(changes.slice(0, 3)).size).toBe(1)
    expect(new Set(changes.slice(3)).size).toBe(1)
    expect(changes[3]).not.toBe(changes[0])
  })

  test('go with the row, and the audit has them', async () => {
    const made = await orders.create(['a', 'b'])
    await orders.done('DELETE', `orders/${made.id}`)
    const entries = (await orders.audit(made)).slice(3).map(({ action, resource }) => `${action} ${resource}`)
    expect(entries).toEqual(['delete orderLine', 'delete orderLine', 'delete order'])
    expect(await app.sql('SELECT FROM order_line WHERE order_id = $1', [made.id])).toEqual([])
  })

  test('keep a secret that is not sent', async () => {
    const made = await orders.create([], { lines: [{ product: 'a', pin: '4711' }] })
    expect(made.lines[0]?.pin).toBe('•••')
    await orders.change(made, { lines: [{ id: made.lines[0]?.id, colour: 'red' }] })
    expect(await app.sql('SELECT pin FROM order_line WHERE order_id = $1', [made.id])).toEqual([{ pin: '4711' }])
    expect(await app.sql(`SELECT FROM audit_entry WHERE (before, after)::text LIKE '%"4711"%'`)).toEqual([])
  })
})

describe('nothing of a change is stored', () => {
  let made: Order
  beforeAll(async () => {
    made = await orders.create(['a', 'b'])
  })

  test.each<[string, (lines: Line[]) => object[], number, string]>([
    [
      'with a third child that the contract refuses',
      () => [{ product: 'x' }, { product: 'y' }, { product: 'z', quantity: 1.5 }],
      400,
      'body.lines.2.quantity',
    ],
    [
      'with a third child that lacks what it needs',
      () => [{ product: 'x' }, { product: 'y' }, { colour: 'red' }],
      400,
      'body.lines.2.product',
    ],
    [
      'with a third child that the database refuses',
      () => [{ product: 'x' }, { product: 'y' }, { product: 'z', quantity: -1 }],
      400,
      'body.lines.2.quantity',
    ],
    [
      'with a changed child that the database refuses',
      ([a, b]) => [
        { id: a?.id, colour: 'red' },
        { id: b?.id, quantity: -1 },
      ],
      400,
      'body.lines.1.quantity',
    ],
    ['with two children of the same key', () => [{ product: 'x' }, { product: 'x' }], 409, 'body.lines.1.product'],
    [
      'with a reference to nothing',
      () => [{ product: 'x' }, { product: 'y', industryId: NOBODY }],
      400,
      'body.lines.1.industryId',
    ],
    ['with an id that is there twice', ([a]) => [{ id: a?.id }, { id: a?.id }], 400, 'body.lines.1.id'],
    ['with an id of no row', () => [{ product: 'x' }, { id: NOBODY }], 400, 'body.lines.1.id'],
    ['with a field that is set once', ([a]) => [{ id: a?.id, maker: 'us' }], 400, 'body.lines.0.maker'],
    ['with a field that the server sets', ([a]) => [{ id: a?.id, position: 7 }], 400, 'body.lines.0.position'],
    ['with the parent in a child', ([a]) => [{ id: a?.id, orderId: NOBODY }], 400, 'body.lines.0.orderId'],
    [
      'with more children than there may be',
      () => Array.from({ length: MAX_LINES + 1 }, (_, n) => ({ product: `p${n}` })),
      400,
      'body.lines',
    ],
  ])('%s', async (_, linesOf, status, path) => {
    const before = await orders.get(made.id)
    const change = { rowVersion: before.rowVersion, notes: 'other', lines: linesOf(before.lines) }
    const answer = await orders.ask<{ errors: { path: string }[] }>('PUT', `orders/${made.id}`, change)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.errors.map((error) => error.path)).toEqual([path])
    expect(await orders.get(made.id)).toEqual(before)
  })

  test('with a child of another row, which stays where it is', async () => {
    const other = await orders.create(['theirs'])
    const before = await orders.get(made.id)
    const change = { rowVersion: before.rowVersion, lines: [{ id: other.lines[0]?.id, product: 'mine' }] }
    const answer = await orders.ask('PUT', `orders/${made.id}`, change)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'body.lines.0.id', code: 'reference' }] } })
    expect(await orders.get(made.id)).toEqual(before)
    expect(await orders.get(other.id)).toEqual(other)
  })

  test('of a new row neither, whichever child is wrong', async () => {
    const title = 'Never stored'
    const answer = await orders.ask('POST', 'orders', { title, lines: [{ product: 'x' }, { product: 'x' }] })
    expect(answer).toMatchObject({ status: 409, body: { errors: [{ path: 'body.lines.1.product' }] } })
    expect(await app.sql('SELECT FROM test_order WHERE title = $1', [title])).toEqual([])
  })

  test('made from an older row: the answer has the current one with its children', async () => {
    const before = await orders.create(['a'])
    const current = await orders.change(before, { lines: [{ product: 'b' }] })
    const answer = await orders.ask('PUT', `orders/${before.id}`, { rowVersion: 1, lines: [] })
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', current } })
  })

  test('with a child that goes while others refer to it', async () => {
    const before = await orders.create(['a', 'b'])
    await app.sql('CREATE TABLE delivery_of_line (line_id uuid NOT NULL REFERENCES order_line (id))')
    await app.sql('INSERT INTO delivery_of_line VALUES ($1)', [before.lines[1]?.id])
    for (const [method, body] of [
      ['PUT', { rowVersion: 1, lines: [] }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await orders.ask(method, `orders/${before.id}`, body)
      expect(answer).toMatchObject({ status: 409, body: { code: 'referenced' } })
    }
    await app.sql('DROP TABLE delivery_of_line')
    expect(await orders.get(before.id)).toEqual(before)
  })

  test('made from an older child', async () => {
    const before = await orders.create(['a'])
    const id = before.lines[0]?.id
    const answer = await orders.ask('PUT', `orders/${before.id}`, { rowVersion: 1, lines: [{ id, rowVersion: 7 }] })
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', current: { id } } })
  })
})

describe('changes at once', () => {
  test('of the whole row: one is stored, the others are stale', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `name${n}`)
    // In the first round the connections are still being opened, one after the other.
    for (let round = 1; round <= 5; round += 1) {
      const made = await orders.create(['a', 'b'])
      const answers = await Promise.all(
        names.map((name) => orders.ask('PUT', `orders/${made.id}`, { rowVersion: 1, lines: [{ product: name }] })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
      const winner = names[answers.findIndex(({ status }) => status === 200)]
      expect(products(await orders.get(made.id))).toEqual([winner])
    }
  })

  test('of the row and of a child by itself follow each other: neither is lost', async () => {
    const made = await orders.create(['a', 'b'])
    const [a] = made.lines as [Line]
    const answers = await Promise.all([
      orders.ask('PUT', `orders/${made.id}`, { rowVersion: 1, lines: [{ id: a.id, colour: 'red' }] }),
      orders.ask('PUT', `order-lines/${a.id}`, { rowVersion: 1, quantity: 9 }),
    ])
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored).toHaveLength(1)
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect((await orders.get(made.id)).rowVersion).toBe(2)
  })
})

describe('a child by itself', () => {
  test('is made at the end of its list, changed and removed as a change of its parent', async () => {
    const made = await orders.create(['a'])
    const line = await orders.done<Line>('POST', `orders/${made.id}/lines`, { product: 'b' })
    expect(line.position).toBe(2)
    expect((await orders.get(made.id)).rowVersion).toBe(2)
    await orders.done('PUT', `order-lines/${line.id}`, { rowVersion: 1, colour: 'red' })
    expect((await orders.get(made.id)).rowVersion).toBe(3)
    await orders.done('DELETE', `order-lines/${line.id}`)
    expect(await orders.get(made.id)).toMatchObject({ rowVersion: 4, lines: made.lines })
    expect((await orders.ask('PUT', `orders/${made.id}`, { rowVersion: 1, notes: 'late' })).status).toBe(409)
  })

  test('is refused where its list is full', async () => {
    const made = await orders.create(Array.from({ length: MAX_LINES }, (_, n) => `p${n}`))
    const answer = await orders.ask('POST', `orders/${made.id}/lines`, { product: 'one more' })
    expect(answer).toMatchObject({ status: 400, body: { detail: `There may not be more than ${MAX_LINES} lines.` } })
    expect((await orders.get(made.id)).rowVersion).toBe(1)
  })

  test('is ordered only among those of its parent', async () => {
    const [made, other] = [await orders.create(['a', 'b', 'c']), await orders.create(['x'])]
    const [a, b, c] = made.lines as [Line, Line, Line]
    await orders.done('PUT', 'order-lines/update-sort-order', { ids: [c.id, a.id, b.id] })
    expect(products(await orders.get(made.id))).toEqual(['c', 'a', 'b'])
    expect(await orders.get(other.id)).toEqual(other)
    const mixed = await orders.ask('PUT', 'order-lines/update-sort-order', { ids: [a.id, other.lines[0]?.id] })
    expect(mixed).toMatchObject({ status: 400, body: { errors: [{ path: 'body.ids.1' }] } })
  })
})

describe('users of a customer', () => {
  test('save and see their own rows with children, and touch none of others', async () => {
    await orders.person('customer', 'customer@%', [])
    await orders.person('other', 'other@%', [])
    const [user] = await app.sql<{ customer_id: string }>(
      "SELECT customer_id FROM user_account WHERE email LIKE 'customer@%'",
    )
    const made = await orders.create(['a'], { customerId: user?.customer_id })
    const changed = await orders.done(
      'PUT',
      `orders/${made.id}`,
      { rowVersion: 1, lines: [{ product: 'b' }] },
      'customer',
    )
    expect(products(changed)).toEqual(['b'])
    for (const [method, url, body] of [
      ['GET', `orders/${made.id}`, undefined],
      ['PUT', `orders/${made.id}`, { rowVersion: 2, lines: [] }],
      ['PUT', `order-lines/${changed.lines[0]?.id}`, { rowVersion: 1, colour: 'red' }],
      ['DELETE', `order-lines/${changed.lines[0]?.id}`, undefined],
    ] as const) {
      expect((await orders.ask(method, url, body, 'other')).status, `${method} ${url}`).toBe(404)
    }
    expect(await orders.get(made.id)).toEqual(changed)
  })
})

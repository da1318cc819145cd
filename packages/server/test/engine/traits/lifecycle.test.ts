import { permissionDescriptions, transitionPermissions } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertGuarded } from '../../../src/engine/resource/behaviour.ts'
import { Database } from '../../../src/platform/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { orders as declared, type Order, Orders } from './orders.ts'

const app = useTestApp()
let database: Database
let orders: Orders
beforeAll(async () => {
  database = new Database(app.databaseUrl, createLog('error'))
  orders = new Orders(app, database)
  const hasLines = ({ row }: { row: object }) =>
    (row as Order).lines.length > 0 ? [] : [{ path: 'row.lines', code: 'missing', message: 'an order needs a line' }]
  await orders.start({ order: { hasLines } })
})
afterAll(async () => {
  await orders.stop()
  await database.stop()
})

async function step({ id }: Order, name: string, person?: string): Promise<Order> {
  const { rowVersion } = await orders.get(id)
  return await orders.done('POST', `orders/${id}/transitions/${name}`, { rowVersion }, person)
}

/** An order that was sent. */
async function sent(): Promise<Order> {
  const made = await orders.create(['a', 'b'])
  await step(made, 'submit')
  return await step(made, 'send')
}

describe('the state of a row', () => {
  test('is the first one of a new row, and nothing but a transition changes it', async () => {
    const made = await orders.create(['a'])
    expect(made.status).toBe('draft')
    for (const [method, url] of [
      ['PUT', `orders/${made.id}`],
      ['POST', 'orders'],
    ] as const) {
      const answer = await orders.ask(method, url, { rowVersion: 1, title: 'x', status: 'sent' })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('body.status')
    }
  })

  test('follows its transitions, each audited by its name, and the answer has the children', async () => {
    const made = await sent()
    expect(made).toMatchObject({ status: 'sent', rowVersion: 3, lines: [{ product: 'a' }, { product: 'b' }] })
    expect(await step(made, 'win')).toMatchObject({ status: 'won', rowVersion: 4 })
    expect((await orders.audit(made)).map(({ action }) => action).slice(3)).toEqual([
      'transition:submit',
      'transition:send',
      'transition:win',
    ])
  })

  test('does not allow every transition: the answer names the state and what is possible', async () => {
    const made = await orders.create(['a'])
    const answer = await orders.ask('POST', `orders/${made.id}/transitions/send`, { rowVersion: 1 })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'transition_not_allowed',
        detail: 'The order is draft; send is not possible from there. Possible are: submit (to review).',
        state: 'draft',
        transitions: [{ name: 'submit', to: 'review' }],
      },
    })
    expect(await orders.get(made.id)).toEqual(made)
    const won = await step(await sent(), 'win')
    const final = await orders.ask('POST', `orders/${won.id}/transitions/win`, { rowVersion: won.rowVersion })
    expect(final).toMatchObject({
      status: 409,
      body: { transitions: [], detail: expect.stringContaining('It is final.') },
    })
  })

  test('has transitions that the declaration names, and no others', async () => {
    const made = await orders.create(['a'])
    expect((await orders.ask('POST', `orders/${made.id}/transitions/lose`, { rowVersion: 1 })).status).toBe(404)
  })

  test('is left only from the version that was read', async () => {
    const made = await orders.create(['a'])
    const current = await orders.change(made, { notes: 'other' })
    const answer = await orders.ask('POST', `orders/${made.id}/transitions/submit`, { rowVersion: 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale', current } })
  })

  test('is left by one of many who try at once', async () => {
    const made = await orders.create(['a'])
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => orders.ask('POST', `orders/${made.id}/transitions/submit`, { rowVersion: 1 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('is guarded: what the guard says is reported, and the state stays', async () => {
    const made = await orders.create([])
    const answer = await orders.ask('POST', `orders/${made.id}/transitions/submit`, { rowVersion: 1 })
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'an order needs a line', errors: [{ path: 'row.lines', code: 'missing' }] },
    })
    expect(await orders.get(made.id)).toEqual(made)
  })

  test('needs the permission of the transition, or else the one to change the row', async () => {
    await orders.person('clerk', 'staff@%', ['order.send'])
    await orders.person('reader', 'staff@%', ['order.update'])
    const made = await orders.create(['a'])
    const refused = await orders.ask('POST', `orders/${made.id}/transitions/submit`, { rowVersion: 1 }, 'reader')
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('order.update') } })
    await step(made, 'submit', 'clerk')
    const clerk = await orders.ask('POST', `orders/${made.id}/transitions/send`, { rowVersion: 2 }, 'clerk')
    expect(clerk).toMatchObject({ status: 403, body: { detail: expect.stringContaining('order.send') } })
    expect(await step(made, 'send', 'reader')).toMatchObject({ status: 'sent' })
  })
})

describe('a frozen row', () => {
  let frozen: Order
  beforeAll(async () => {
    frozen = await sent()
  })

  test.each<[string, string, (order: Order) => string, object?]>([
    ['is not changed', 'PUT', ({ id }) => `orders/${id}`, { rowVersion: 3, notes: 'late' }],
    ['is not changed by its children', 'PUT', ({ id }) => `orders/${id}`, { rowVersion: 3, lines: [] }],
    ['is not deleted', 'DELETE', ({ id }) => `orders/${id}`],
    ['gets no child', 'POST', ({ id }) => `orders/${id}/lines`, { product: 'late' }],
    [
      'has children that are not changed',
      'PUT',
      ({ lines }) => `order-lines/${lines[0]?.id}`,
      { rowVersion: 1, colour: 'red' },
    ],
    ['has children that are not deleted', 'DELETE', ({ lines }) => `order-lines/${lines[0]?.id}`],
  ])('%s', async (_, method, urlOf, body) => {
    const answer = await orders.ask(method as 'PUT', urlOf(frozen), body)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'state_frozen', state: 'sent', transitions: [{ name: 'take-back' }, { name: 'win' }] },
    })
    expect(await orders.get(frozen.id)).toEqual(frozen)
  })

  test('has children whose order stays', async () => {
    const ids = frozen.lines.map(({ id }) => id).reverse()
    expect((await orders.ask('PUT', 'order-lines/update-sort-order', { ids })).status).toBe(409)
    expect(await orders.get(frozen.id)).toEqual(frozen)
  })

  test('gets no file, and neither do its children', async () => {
    const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--x--\r\n'
    for (const url of [`orders/${frozen.id}/files`, `order-lines/${frozen.lines[0]?.id}/files`]) {
      const answer = await orders.send(url, 'multipart/form-data; boundary=x', form)
      expect(answer, url).toMatchObject({ status: 409, body: { code: 'state_frozen' } })
    }
    const draft = await orders.create(['a'])
    for (const url of [`orders/${draft.id}/files`, `order-lines/${draft.lines[0]?.id}/files`]) {
      const answer = await orders.send(url, 'multipart/form-data; boundary=x', form)
      expect(answer.status, answer.text).toBe(201)
    }
  })

  test('is not changed by a file of rows; one that is made has the first state', async () => {
    const file = `id,title,notes\n${frozen.id},${frozen.title},late`
    const refused = await orders.send('orders/import', 'text/csv', file)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'lines.2.notes', code: 'frozen' }] } })
    expect(await orders.get(frozen.id)).toEqual(frozen)
    const made = await orders.send('orders/import', 'text/csv', 'title\nImported')
    expect(made).toMatchObject({ status: 200, body: { created: 1 } })
    const [{ id = '' } = {}] = await app.sql<{ id: string }>("SELECT id FROM test_order WHERE title = 'Imported'")
    expect((await orders.get(id)).status).toBe('draft')
  })

  test('is changed again when it has left the state', async () => {
    const made = await step(await sent(), 'take-back')
    expect(await orders.change(made, { notes: 'again', lines: [] })).toMatchObject({ status: 'draft', lines: [] })
  })
})

describe('the declaration of states', () => {
  test('gives each permission of a transition a description', () => {
    expect(transitionPermissions(declared)).toEqual({ 'order.send': 'Send: orders' })
    expect(permissionDescriptions).not.toHaveProperty('order.send')
  })

  test('is refused at the start where no area implements its guard', () => {
    const resources = [declared]
    expect(() => assertGuarded(resources, { computed: {}, guards: {} })).toThrow('names the guard hasLines')
    assertGuarded(resources, { computed: {}, guards: { order: { hasLines: () => [] } } })
  })
})

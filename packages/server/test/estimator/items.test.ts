import {
  type CallInput,
  type ItemPrice,
  type itemMasters,
  libraryMachines,
  machineOptions,
  permissionDescriptions,
  type Row,
  type updatePrices,
} from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { succeeded } from './estimator-rows.ts'

type Item = Row<typeof itemMasters>
type Update = CallInput<typeof updatePrices>['body']

const app = useTestApp()
const maker = new Maker(app)
const ITEMS = '/v1/estimator/item-masters'
let staff: Caller
/** May do everything but see costs. */
let seller: Caller
let count = 0

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
})

async function makeItem(values: object = {}): Promise<Item> {
  const body = {
    code: `TEST-${++count}`,
    description: 'Jaw set',
    unit: 'pcs',
    currency: 'EUR',
    price: '100',
    cost: '60',
  }
  return succeeded<Item>(await staff.post(ITEMS, { ...body, ...values }))
}

async function read(id: string, caller = staff): Promise<Item> {
  return succeeded<Item>(await caller.get(`${ITEMS}/${id}`))
}

async function pricesOf(id: string, caller = staff): Promise<ItemPrice[]> {
  return succeeded<{ items: ItemPrice[] }>(await caller.get(`${ITEMS}/${id}/prices`)).items
}

async function change(id: string, body: object): Promise<Item> {
  return succeeded<Item>(await staff.request(`${ITEMS}/${id}`, { method: 'PUT', body }))
}

/** A day in the calendar of the database. */
async function day(from: number): Promise<string> {
  const [row] = await app.sql<{ day: string }>('SELECT (current_date + $1::int)::text AS day', [from])
  return row?.day ?? ''
}

describe('the prices of an item', () => {
  test('are entries: a change makes another one, and what applied stays', async () => {
    const item = await makeItem()
    expect(item).toMatchObject({ price: '100', cost: '60', effectiveFrom: await day(0), nextPrice: null })
    await app.sql("UPDATE item_price SET effective_from = '2025-01-01' WHERE item_id = $1", [item.id])
    await change(item.id, { rowVersion: item.rowVersion, price: '110' })
    expect(await pricesOf(item.id)).toMatchObject([
      { effectiveFrom: await day(0), price: '110', cost: '60', state: 'today', enteredBy: 'Maren Holm' },
      { effectiveFrom: '2025-01-01', price: '100', cost: '60', state: 'past' },
    ])
    const same = await read(item.id)
    await change(item.id, { rowVersion: same.rowVersion, price: '110.00', description: 'Jaws' })
    expect(await pricesOf(item.id)).toHaveLength(2)
  })

  test('that are to come are answered as the next ones, and apply on their day without anybody’s doing', async () => {
    const item = await makeItem()
    const soon = await day(3)
    const body = { rowVersion: item.rowVersion, effectiveFrom: soon, price: '120' }
    const entered = succeeded<Item>(await staff.post(`${ITEMS}/${item.id}/prices`, body))
    expect(entered).toMatchObject({ price: '100', nextPrice: '120', nextCost: '60', nextFrom: soon })
    expect(entered.rowVersion).toBe(item.rowVersion + 1)
    // The day comes.
    await app.sql(`SET LOCAL session_replication_role = replica;
      UPDATE item_price SET effective_from = current_date WHERE item_id = '${item.id}' AND price = 120;
      UPDATE item_master SET next_from = current_date WHERE id = '${item.id}'`)
    expect(await read(item.id)).toMatchObject({ price: '120', nextPrice: null })
    const now = await read(item.id)
    expect(await change(item.id, { rowVersion: now.rowVersion, cost: '70' })).toMatchObject({
      price: '120',
      cost: '70',
    })
  })

  test('have no decimals where their currency has none, by whatever way they come', async () => {
    const JPY = { code: `TEST-${++count}`, description: 'Jaw set', unit: 'pcs', currency: 'JPY' }
    const faultsOf = (answer: Parameters<typeof expectProblem>[0]) =>
      expectProblem(answer, 'invalid_request').errors?.map(({ path }) => path)
    expect(faultsOf(await staff.post(ITEMS, { ...JPY, price: '100.5' }))).toEqual(['body.price'])
    const item = succeeded<Item>(await staff.post(ITEMS, { ...JPY, price: '101', cost: '60.25' }))
    const { id, rowVersion } = item
    expect(
      faultsOf(await staff.request(`${ITEMS}/${id}`, { method: 'PUT', body: { rowVersion, price: '0.5' } })),
    ).toEqual(['body.price'])
    const coming = { rowVersion, effectiveFrom: await day(2), price: '120.75' }
    expect(faultsOf(await staff.post(`${ITEMS}/${id}/prices`, coming))).toEqual(['body.price'])
    const update = {
      items: { id: [id] },
      of: ['price'],
      change: { kind: 'percent', value: '2.5' },
      effectiveFrom: await day(0),
    }
    const path = `${ITEMS}/price-update`
    expect(faultsOf(await staff.post(path, { ...update, dryRun: true }))).toEqual(['body.roundTo'])
    succeeded(await staff.post(path, { ...update, roundTo: '1', dryRun: false }))
    expect(await read(id)).toMatchObject({ price: '104', cost: '60.25' })
    const euro = await makeItem({ price: '9.5' })
    const toYen = { rowVersion: euro.rowVersion, currency: 'JPY' }
    expect(faultsOf(await staff.request(`${ITEMS}/${euro.id}`, { method: 'PUT', body: toYen }))).toEqual(['body.price'])
    // Machines of the library and their options are in the catalogue of prices as well.
    const machine = { ...(await maker.draft(libraryMachines)), currency: 'JPY', basePrice: '0.5' }
    expect(faultsOf(await staff.post(libraryMachines.mounts[0].path, machine))).toEqual(['body.basePrice'])
    const { id: machineId } = await maker.create(libraryMachines, { currency: 'JPY', basePrice: '5' })
    const option = { ...(await maker.draft(machineOptions)), machineId, price: '0.5' }
    expect(faultsOf(await staff.post(machineOptions.mounts[0].path, option))).toEqual(['body.price'])
  })

  test('do not change the past, and no stale or empty entry is taken', async () => {
    const { id, rowVersion } = await makeItem()
    const post = (body: object) => staff.post(`${ITEMS}/${id}/prices`, { rowVersion, price: '1', ...body })
    const { errors } = expectProblem(await post({ effectiveFrom: await day(-1) }), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.effectiveFrom'])
    expectProblem(await post({ effectiveFrom: await day(1), rowVersion: rowVersion + 1 }), 'stale')
    expectProblem(await post({ effectiveFrom: await day(1), price: 'NaN' }), 'invalid_request')
    expectProblem(
      await staff.post(`${ITEMS}/${id}/prices`, { rowVersion, effectiveFrom: await day(1) }),
      'invalid_request',
    )
    await expect(app.sql('SET ROLE packhouse_app; DELETE FROM item_price')).rejects.toThrow(/permission denied/)
    expect(await pricesOf(id)).toHaveLength(1)
  })

  test('hide costs from who may not see them, wherever they are read or set', async () => {
    const { id, rowVersion } = await makeItem({ cost: '61.0317' })
    const future = { rowVersion, effectiveFrom: await day(9), cost: '62.0317' }
    const { rowVersion: next } = succeeded<Item>(await staff.post(`${ITEMS}/${id}/prices`, future))
    const history = await seller.get(`${ITEMS}/${id}/history`)
    const answers = [await seller.get(`${ITEMS}/${id}`), await seller.get(`${ITEMS}/${id}/prices`), history]
    for (const { text } of answers) expect(text).not.toMatch(/\.0317/)
    const body = { rowVersion: next, effectiveFrom: await day(9), cost: '1' }
    expectProblem(await seller.post(`${ITEMS}/${id}/prices`, body), 'permission_missing')
    succeeded(await seller.post(`${ITEMS}/${id}/prices`, { ...body, cost: undefined, price: '5' }))
    expect(await read(id)).toMatchObject({ cost: '61.0317', nextPrice: '5', nextCost: '62.0317' })
  })
})

describe('an update of many prices', () => {
  const update = (values: Partial<Update> & Pick<Update, 'items' | 'effectiveFrom'>): Update => {
    return { of: ['price'], change: { kind: 'percent', value: '2.5' }, ...values }
  }
  const send = (body: object, caller = staff) => caller.post(`${ITEMS}/price-update`, body)

  test('shows the differences first, changes all in one step, and can be taken back', async () => {
    const [first, second] = [await makeItem({ price: '99.99' }), await makeItem({ price: '10', cost: null })]
    const free = await makeItem({ price: null, cost: '1' })
    const items = { id: [first.id, second.id, free.id] }
    const body = update({ items, roundTo: '0.05', effectiveFrom: await day(0) })
    const shown = await staff.call('updatePrices', { body: { ...body, dryRun: true } })
    expect(shown).toMatchObject({
      id: null,
      changed: 2,
      unchanged: 1,
      changes: [
        { code: first.code, price: { from: '99.99', to: '102.5' }, cost: null },
        { code: second.code, price: { from: '10', to: '10.25' } },
      ],
    })
    expect(await read(first.id)).toEqual(first)
    const { id, ...made } = await staff.call('updatePrices', { body })
    expect(made).toEqual({ changed: 2, unchanged: 1, changes: shown.changes })
    expect(await read(first.id)).toMatchObject({ price: '102.5', cost: '60', rowVersion: first.rowVersion + 1 })
    const { items: entries } = succeeded<{ items: { action: string }[] }>(
      await staff.get(`${ITEMS}/${first.id}/history`),
    )
    expect(entries[0]?.action).toBe('update')
    expect(await staff.call('takeBackPrices', { params: { id: id ?? '' } })).toEqual({ changed: 2 })
    expect(await read(first.id)).toMatchObject({ price: '99.99', cost: '60' })
    expect(await read(second.id)).toMatchObject({ price: '10', cost: null })
    expect((await pricesOf(first.id)).map(({ state }) => state)).toEqual(['takenBack', 'today'])
    expectProblem(await staff.post(`${ITEMS}/price-update/${id}/take-back`), 'not_usable')
  })

  test('is not taken back once something newer exists or its first day is over', async () => {
    const item = await makeItem()
    const body = update({ items: { id: [item.id] }, effectiveFrom: await day(1) })
    const { id } = await staff.call('updatePrices', { body })
    const { rowVersion } = await read(item.id)
    await change(item.id, { rowVersion, price: '7' })
    expectProblem(await staff.post(`${ITEMS}/price-update/${id}/take-back`), 'not_usable')
    const other = await makeItem()
    const second = await staff.call('updatePrices', { body: { ...body, items: { id: [other.id] } } })
    await app.sql('UPDATE item_price_update SET effective_from = current_date - 1 WHERE id = $1', [second.id])
    expectProblem(await staff.post(`${ITEMS}/price-update/${second.id}/take-back`), 'not_usable')
  })

  test('takes the items of the list: of a category with those below it', async () => {
    const make = async (name: string, parentId: string | null = null) =>
      succeeded<{ id: string }>(await staff.post('/v1/estimator/item-categories', { name, parentId })).id
    const top = await make('Jaws of the test')
    const below = await make('Cold jaws of the test', top)
    const item = await makeItem({ categoryId: below })
    const listed = succeeded<{ items: Item[] }>(await staff.get(`${ITEMS}?categoryId=${top}`))
    expect(listed.items.map(({ id }) => id)).toEqual([item.id])
    const body = update({ items: { categoryId: [top] }, effectiveFrom: await day(0), of: ['price', 'cost'] })
    const { changes } = await staff.call('updatePrices', { body: { ...body, dryRun: true } })
    expect(changes).toMatchObject([{ id: item.id, price: { to: '102.5' }, cost: { from: '60', to: '61.5' } }])
  })

  test('refuses what cannot be: other people’s costs, prices under 0, mixed currencies, the past, too many items', async () => {
    const [euro, krone] = [await makeItem(), await makeItem({ currency: 'NOK' })]
    const body = update({ items: { id: [euro.id, krone.id] }, effectiveFrom: await day(0) })
    expectProblem(await send({ ...body, of: ['cost'] }, seller), 'permission_missing')
    const { text } = await send({ ...body, dryRun: true }, seller)
    expect(JSON.parse(text).changes).toMatchObject([{ cost: null }, { cost: null }])
    for (const [values, path] of [
      [{ change: { kind: 'percent', value: '-101' } }, 'body.change'],
      [{ change: { kind: 'amount', value: '5' } }, 'body.change'],
      [{ effectiveFrom: await day(-1) }, 'body.effectiveFrom'],
      [{ of: ['price', 'price'] }, 'body.of'],
      [{ roundTo: '0.03' }, 'body.roundTo'],
    ] as const) {
      const { errors } = expectProblem(await send({ ...body, ...values }), 'invalid_request')
      expect(errors?.map((error) => error.path)).toEqual([path])
    }
    await app.sql(
      `INSERT INTO item_master (code, description, unit, currency, active) SELECT 'MANY-' || n, 'Bolt', 'pcs', 'EUR', true
       FROM generate_series(1, 2001) n`,
    )
    const { errors } = expectProblem(await send({ ...body, items: { search: 'bolt' } }), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.items'])
    expect(await read(euro.id)).toEqual(euro)
  })
})

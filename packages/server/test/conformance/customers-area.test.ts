import { areas, type Resource } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'
import { ask, everyRow, must, type Row } from './support/ask.ts'
import { type Draft, mainPlaceOf } from './support/maker.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

type Name = keyof typeof areas.customers.resources

function resourceOf(name: Name): Resource {
  return areas.customers.resources[name]
}

async function create(name: Name, given: Draft = {}): Promise<Row> {
  return await maker.create(resourceOf(name), given)
}

async function tryToCreate(name: Name, given: Draft): Promise<Answer> {
  const body = { ...(await maker.draft(resourceOf(name))), ...given }
  return await ask(await maker.staff(), mainPlaceOf(resourceOf(name)), 'create', { body })
}

async function update(name: Name, { id, rowVersion }: Row, change: Draft): Promise<Answer> {
  const body = { rowVersion, ...change }
  return await ask(await maker.staff(), mainPlaceOf(resourceOf(name)), 'update', { params: { id }, body })
}

async function read(name: Name, { id }: Row): Promise<Row> {
  return await must(await maker.staff(), mainPlaceOf(resourceOf(name)), 'get', { params: { id } })
}

/** Expects a refusal by a rule. @returns the fields it names */
function ruleFields(answer: Answer): string[] {
  const { errors = [] } = expectProblem(answer, 'invalid_request')
  expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'rule'))
  return errors.map(({ path }) => path.replace('body.', ''))
}

describe.each(['customers', 'suppliers', 'industries'] as const)('the tree of %s', (name) => {
  test('has no row that is its own parent', async () => {
    const row = await create(name)
    expect(ruleFields(await update(name, row, { parentId: row.id }))).toEqual(['parentId'])
  })

  test('has no circle over two or three rows', async () => {
    const top = await create(name)
    const middle = await create(name, { parentId: top.id })
    const bottom = await create(name, { parentId: middle.id })
    expect(ruleFields(await update(name, top, { parentId: middle.id }))).toEqual(['parentId'])
    expect(ruleFields(await update(name, top, { parentId: bottom.id }))).toEqual(['parentId'])
    expect((await update(name, bottom, { parentId: top.id })).status).toBe(200)
  })

  test('gets no circle from two changes at once', async () => {
    for (let round = 0; round < 10; round++) {
      const [left, right] = [await create(name), await create(name)]
      const answers = await Promise.all([
        update(name, left, { parentId: right.id }),
        update(name, right, { parentId: left.id }),
      ])
      expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([200, 400])
      const parents = [(await read(name, left)).parentId, (await read(name, right)).parentId]
      expect(parents.filter((parent) => parent !== null).length).toBe(1)
    }
  })
})

describe.each(['contacts', 'locations'] as const)('%s', (name) => {
  test('belong to a customer or a supplier, not to both and not to none', async () => {
    const [customer, supplier] = [await create('customers'), await create('suppliers')]
    for (const given of [
      { customerId: customer.id, supplierId: supplier.id },
      { customerId: null, supplierId: null },
    ]) {
      expect(ruleFields(await tryToCreate(name, given))).toEqual(['customerId', 'supplierId'])
    }
    const ofSupplier = await tryToCreate(name, { customerId: null, supplierId: supplier.id })
    expect(ofSupplier.status, ofSupplier.text).toBe(201)
  })
})

describe('coordinates', () => {
  test.each([{ latitude: 60.39 }, { longitude: 5.32 }])('are not half given: %j', async (half) => {
    expect(ruleFields(await tryToCreate('locations', half))).toEqual(['latitude', 'longitude'])
  })

  test('are not half changed', async () => {
    const none = await create('locations')
    expect(ruleFields(await update('locations', none, { latitude: 1 }))).toEqual(['latitude', 'longitude'])
    const both = await create('locations', { latitude: 90, longitude: -180 })
    expect(ruleFields(await update('locations', both, { longitude: null }))).toEqual(['latitude', 'longitude'])
    expect((await update('locations', both, { latitude: null, longitude: null })).status).toBe(200)
  })

  test('put the locations of a supplier on the map, and only those', async () => {
    const supplier = await create('suppliers')
    const given = { customerId: null, supplierId: supplier.id }
    const shown = await create('locations', { ...given, latitude: 0, longitude: 0 })
    await create('locations', given)
    const gone = await create('locations', { ...given, latitude: 1, longitude: 1 })
    await must(await maker.staff(), mainPlaceOf(resourceOf('locations')), 'remove', { params: { id: gone.id } })
    const found = await (await maker.staff()).call('locationsWithCoordinates', { params: { parentId: supplier.id } })
    expect(found).toEqual([shown])
  })
})

test('locations of a customer are found by some words, a few at a time', async () => {
  const customer = await create('customers')
  const staff = await maker.staff()
  const params = { parentId: customer.id }
  const quay = await create('locations', { customerId: customer.id, name: 'Quay 5%', city: 'Bergen' })
  await create('locations', { customerId: customer.id, name: 'Depot' })
  await create('locations', { name: 'Quay 5%' })
  expect(await staff.call('searchLocations', { params, query: { q: 'bergen 5%' } })).toEqual([quay])
  const empty = await staff.get(`/v1/customers/${customer.id}/locations/search?q=%20`)
  expect(expectProblem(empty, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['query.q'])
})

describe('licences', () => {
  test('do not end before they begin', async () => {
    const turned = { validFrom: '2026-11-22', expiresAt: '2026-11-21' }
    expect(ruleFields(await tryToCreate('licences', turned))).toEqual(['expiresAt'])
    const day = await create('licences', { validFrom: '2026-11-22', expiresAt: '2026-11-22' })
    expect(ruleFields(await update('licences', day, { validFrom: '2026-11-23' }))).toEqual(['expiresAt'])
  })

  test('derive from their dates whether they apply', async () => {
    const [today] = await app.sql<{ before: string; today: string; after: string }>(
      `SELECT (current_date - 1)::text AS before, current_date::text AS today, (current_date + 1)::text AS after`,
    )
    const { before = '', today: now = '', after = '' } = today ?? {}
    const cases: [Draft, string][] = [
      [{}, 'valid'],
      [{ validFrom: after }, 'pending'],
      [{ validFrom: now, expiresAt: now }, 'valid'],
      [{ expiresAt: before }, 'expired'],
      [{ expiresAt: before, terminatedAt: before }, 'terminated'],
      [{ terminatedAt: now }, 'terminated'],
      [{ terminatedAt: after }, 'valid'],
    ]
    for (const [dates, status] of cases) expect(await create('licences', dates)).toMatchObject({ status })
  })
})

describe('exchange rates', () => {
  const getRate = async (query: Record<string, string>) =>
    await (await maker.staff()).get(`/v1/exchange-rates/get-rate?${new URLSearchParams(query)}`)

  test('are between two currencies that are known', async () => {
    expect(ruleFields(await tryToCreate('exchangeRates', { from: 'NOK', to: 'NOK' }))).toEqual(['to'])
    expect(ruleFields(await tryToCreate('exchangeRates', { from: 'NOK', to: 'QQQ' }))).toEqual(['to'])
    expect(ruleFields(await tryToCreate('exchangeRates', { from: 'QQQ', to: 'NOK' }))).toEqual(['from'])
  })

  test('apply from their day until a newer one, and are returned to the last decimal', async () => {
    const pair = { from: 'NOK', to: 'SEK' }
    await create('exchangeRates', { ...pair, rate: '0.9512345678', validOn: '2026-03-01', kind: 'mid' })
    await create('exchangeRates', { ...pair, rate: '0.96', validOn: '2026-03-10', kind: 'mid' })
    await create('exchangeRates', { ...pair, rate: '0.9', validOn: '2026-03-05', kind: 'buy' })
    const reported = async (on: string, kind = 'mid') => (await getRate({ ...pair, on, kind })).body
    expect(await reported('2026-03-01')).toMatchObject({
      ...pair,
      rate: '0.9512345678',
      validOn: '2026-03-01',
      kind: 'mid',
    })
    expect(await reported('2026-03-09')).toMatchObject({ rate: '0.9512345678' })
    expect(await reported('2026-03-10')).toMatchObject({ rate: '0.96', validOn: '2026-03-10' })
    expect(await reported('2026-03-09', 'buy')).toMatchObject({ rate: '0.9' })
    expectProblem(await getRate({ ...pair, on: '2026-02-28' }), 'rate_missing')
    expectProblem(await getRate({ ...pair, on: '2026-03-09', kind: 'sell' }), 'rate_missing')
  })

  test('are neither turned round nor taken for 1 where they are missing', async () => {
    await create('exchangeRates', { from: 'DKK', to: 'ISK', validOn: '2026-03-01', kind: 'mid' })
    expectProblem(await getRate({ from: 'ISK', to: 'DKK', on: '2026-03-01' }), 'rate_missing')
    expectProblem(await getRate({ from: 'DKK', to: 'DKK', on: '2026-03-01' }), 'rate_missing')
  })

  test('are refused when they are older than wanted', async () => {
    const pair = { from: 'EUR', to: 'PLN' }
    await create('exchangeRates', { ...pair, validOn: '2026-03-01', kind: 'mid' })
    expect((await getRate({ ...pair, on: '2026-03-31' })).status).toBe(200)
    expectProblem(await getRate({ ...pair, on: '2026-04-01' }), 'rate_stale')
    expect((await getRate({ ...pair, on: '2026-04-01', maxAgeDays: '31' })).status).toBe(200)
    expect((await getRate({ ...pair, on: '2026-03-01', maxAgeDays: '0' })).status).toBe(200)
    expectProblem(await getRate({ ...pair, on: '2026-03-02', maxAgeDays: '0' }), 'rate_stale')
  })

  test.each<[query: Record<string, string>, paths: string[]]>([
    [{ from: 'EUR' }, ['query.to']],
    [{ from: 'eur', to: 'NOK' }, ['query.from']],
    [{ from: 'EUR', to: 'NOK', on: '2026-02-30' }, ['query.on']],
    [{ from: 'EUR', to: 'NOK', kind: 'best' }, ['query.kind']],
    [{ from: 'EUR', to: 'NOK', maxAgeDays: '-1' }, ['query.maxAgeDays']],
    [{ from: 'EUR', to: 'NOK', date: '2026-03-01' }, ['query.date']],
  ])('are asked for in one way: %j', async (query, paths) => {
    const { errors } = expectProblem(await getRate(query), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(paths)
  })
})

describe('currencies and countries', () => {
  test('come filled, with what people write and with exactly one base', async () => {
    const staff = await maker.staff()
    const currencies = await everyRow(staff, mainPlaceOf(resourceOf('currencies')))
    const countries = await everyRow(staff, mainPlaceOf(resourceOf('countries')))
    expect(currencies.length).toBeGreaterThan(150)
    expect(countries.length).toBe(249)
    expect(currencies.filter((row) => row.isBase).map((row) => row.code)).toEqual(['EUR'])
    expect(currencies.find((row) => row.code === 'JPY')).toMatchObject({ name: 'Yen', minorUnits: 0, symbol: '¥' })
    expect(currencies.find((row) => row.code === 'KWD')).toMatchObject({ minorUnits: 3 })
    expect(countries.find((row) => row.iso2 === 'NO')).toMatchObject({
      iso3: 'NOR',
      numeric: '578',
      name: 'Norway',
      dialCode: '+47',
      currency: 'NOK',
    })
  })

  test('keep the base currency active, and let no inactive one become it', async () => {
    const place = mainPlaceOf(resourceOf('currencies'))
    const staff = await maker.staff()
    const [base] = await everyRow(staff, place, { isBase: 'true' })
    expect(ruleFields(await update('currencies', base as Row, { active: false }))).toEqual(['active'])
    const passive = await create('currencies', { active: false })
    expect(ruleFields(await ask(staff, place, 'setPrimary', { params: { id: passive.id } }))).toEqual(['active'])
    expect((await everyRow(staff, place, { isBase: 'true' })).map(({ id }) => id)).toEqual([base?.id])
  })
})

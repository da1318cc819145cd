import { areas, machines, permissionDescriptions, type Resource } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
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

describe.each(['customers', 'suppliers'] as const)('a new one of %s', (name) => {
  test('has a colleague as its owner, never a user of a customer', async () => {
    const idOf = async (account: 'customer' | 'staff') => (await (await app.as(account)).call('me')).user.id
    const outsider = await idOf('customer')
    expect(ruleFields(await tryToCreate(name, { ownerId: outsider }))).toEqual(['ownerId'])
    const row = await create(name, { ownerId: await idOf('staff') })
    expect(ruleFields(await update(name, row, { ownerId: outsider }))).toEqual(['ownerId'])
  })

  const place = mainPlaceOf(resourceOf(name))

  test('is proposed a code of its name that is free', async () => {
    const proposed = async (from: string) => {
      const { code } = await must<{ code: string | null }>(await maker.staff(), place, 'proposal', { query: { from } })
      return code
    }
    expect(await proposed('Ærøskøbing Røgeri A/S')).toBe('AEROSKOBING-ROGERI')
    expect(await proposed('S.A.')).toBeNull()
    expect(await proposed('会社')).toBeNull()
    const { id } = await create(name, { code: 'aeroskobing-rogeri' })
    expect(await proposed('Ærøskøbing Røgeri')).toBe('AEROSKOBING-ROGERI-2')
    await must(await maker.staff(), place, 'remove', { params: { id } })
    expect(await proposed('Ærøskøbing Røgeri')).toBe('AEROSKOBING-ROGERI')
    expect(await proposed('Nordic Cooperative Dairies of the North')).toBe('NORDIC-COOPERATIVE')
    expect((await proposed('x'.repeat(200)))?.length).toBe(24)
  })

  test('is compared with those that have its name, its number or its website', async () => {
    const alike = async (query: Record<string, string>, caller?: Caller) =>
      await must<{ id: string; by: string[] }[]>(caller ?? (await maker.staff()), place, 'alike', { query })
    const known = await create(name, {
      name: 'Havkyst Seafood A/S',
      taxId: 'DK 3190-4278',
      website: 'https://www.havkyst.example/da?x=1',
    })
    const seen = { id: known.id, label: 'Havkyst Seafood A/S', sublabel: known.code }
    expect(await alike({})).toEqual([])
    expect(await alike({ name: 'Entirely Different' })).toEqual([])
    expect(await alike({ name: 'HAVKYST SEAFOOD' })).toEqual([{ ...seen, by: ['name'] }])
    expect(await alike({ name: 'Havkist Seafoods GmbH' })).toEqual([{ ...seen, by: ['name'] }])
    expect(await alike({ name: 'Else', number: 'dk31904278' })).toEqual([{ ...seen, by: ['number'] }])
    expect(await alike({ website: 'havkyst.example' })).toEqual([{ ...seen, by: ['website'] }])
    expect(await alike({ name: 'Havkyst Seafood', number: 'DK31904278', website: 'http://havkyst.example' })).toEqual([
      { ...seen, by: ['name', 'number', 'website'] },
    ])
    for (let n = 0; n < 6; n++) await create(name, { name: `Havkyst Seafood ${n}` })
    expect(await alike({ name: 'Havkyst Seafood' })).toHaveLength(5)
    const insider = await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')
    expect(await alike({ name: 'Havkyst Seafood', number: 'DK31904278' }, insider)).toEqual([])
    await must(await maker.staff(), place, 'remove', { params: { id: known.id } })
    expect(await alike({ number: 'DK31904278' })).toEqual([])
  })
})

describe('the page of a customer', () => {
  test('has the last changes of the customer and of what belongs to it, as far as the reader may see each', async () => {
    const staff = await maker.staff()
    const customer = await create('customers', { name: 'Sprat Foods' })
    const contact = await create('contacts', { customerId: customer.id, firstName: 'Ada' })
    await create('contacts', { firstName: 'Of somebody else' })
    await update('contacts', contact, { phone: '+47 1' })
    await update('customers', customer, { status: 'hold' })
    const told = (await staff.call('customerActivity', { params: { id: customer.id } })).map(
      ({ action, resource, name, changes }) => [
        action,
        resource,
        name,
        changes.map(({ field }) => field).includes('phone'),
      ],
    )
    expect(told).toEqual([
      ['update', 'customer', 'Sprat Foods', false],
      ['update', 'contact', 'Ada', true],
      ['create', 'contact', 'Ada', expect.anything()],
      ['create', 'customer', 'Sprat Foods', false],
    ])
    const narrow = await maker.account(['customer.read'])
    const known = await narrow.call('customerActivity', { params: { id: customer.id } })
    expect(known.map(({ resource }) => resource)).toEqual(['customer', 'customer'])
    for (let n = 0; n < 10; n++) await create('locations', { customerId: customer.id })
    const many = await staff.call('customerActivity', { params: { id: customer.id } })
    expect(many.map(({ resource }) => resource)).toEqual(Array.from({ length: 8 }, () => 'location'))
  })

  test('counts its machines by their state and names those that need attention', async () => {
    const staff = await maker.staff()
    const { id } = await create('customers')
    const machine = areas.monitoring.resources.machines
    const made = await maker.create(machine, { customerId: id, description: 'Silent' })
    await maker.create(machine, { customerId: null })
    const { total, counts, needAttention, attention } = await staff.call('customerMachines', { params: { id } })
    expect({ total, needAttention }).toEqual({ total: 1, needAttention: 1 })
    expect(counts).toEqual({
      Running: 0,
      Idle: 0,
      Stopped: 0,
      Faulted: 0,
      Unknown: 0,
      Offline: 0,
      NoLiveData: 1,
      OnOrder: 0,
    })
    expect(attention).toMatchObject([
      { machineID: made.machineID, description: 'Silent', online: null, lastSeen: null },
    ])
  })

  test('has the service plans and the alarms of its machines alone', async () => {
    const staff = await maker.staff()
    const customer = await create('customers')
    const machine = await maker.create(areas.monitoring.resources.machines, { customerId: customer.id })
    const plan = await maker.create(areas.service.resources.servicePlans, { machineId: machine.id })
    await maker.create(areas.service.resources.servicePlans)
    const plans = await everyRow(staff, mainPlaceOf(areas.service.resources.servicePlans), { customerId: customer.id })
    expect(plans.map(({ id }) => id)).toEqual([plan.id])
    const raise = (machineId: unknown) =>
      app.sql(
        `INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told)
         SELECT uuidv7(), key, 'Hot', 'major', 'Hot', now(), now(), false FROM machine WHERE id = $1`,
        [machineId],
      )
    await raise(machine.id)
    await raise((await maker.create(areas.monitoring.resources.machines)).id)
    const { items } = await staff.call('listAlarms', { query: { customerId: customer.id } })
    expect(items.map(({ machineID }) => machineID)).toEqual([machine.machineID])
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

describe('a customer with contacts and locations', () => {
  const place = mainPlaceOf(resourceOf('customers'))
  const gone = async (name: Name, { id }: Row) =>
    (await ask(await maker.staff(), mainPlaceOf(resourceOf(name)), 'get', { params: { id } })).status === 404

  test('stays as long as nobody says that they shall go too, and comes back with those that went with it', async () => {
    const staff = await maker.staff()
    const customer = await create('customers')
    const params = { id: customer.id }
    const contact = await create('contacts', { customerId: customer.id })
    const location = await create('locations', { customerId: customer.id })
    const earlier = await create('contacts', { customerId: customer.id })
    await must(staff, mainPlaceOf(resourceOf('contacts')), 'remove', { params: { id: earlier.id } })
    expect(await must(staff, place, 'references', { params })).toEqual([
      {
        resource: 'contacts',
        name: 'contact',
        field: 'customerId',
        effect: 'deleted',
        count: 1,
        labels: [contact.firstName],
      },
      {
        resource: 'locations',
        name: 'location',
        field: 'customerId',
        effect: 'deleted',
        count: 1,
        labels: [location.name],
      },
    ])
    expectProblem(await ask(staff, place, 'remove', { params }), 'referenced')
    await must(staff, place, 'remove', { params, query: { parts: 'delete' } })
    expect([
      await gone('customers', customer),
      await gone('contacts', contact),
      await gone('locations', location),
    ]).toEqual([true, true, true])
    await must(staff, place, 'restore', { params })
    expect(await read('contacts', contact)).toMatchObject({ customerId: customer.id, rowVersion: 3 })
    expect(await read('locations', location)).toMatchObject({ rowVersion: 3 })
    expect(await gone('contacts', earlier)).toBe(true)
  })

  test('stays where something else refers to one of them, or to the customer, which is named with the way there', async () => {
    const staff = await maker.staff()
    const customer = await create('customers')
    const params = { id: customer.id }
    const location = await create('locations', { customerId: customer.id })
    // It refers to the customer twice, once by the place, and counts once.
    await maker.create(machines, { customerId: customer.id, locationId: location.id })
    const { references } = expectProblem(
      await ask(staff, place, 'remove', { params, query: { parts: 'delete' } }),
      'referenced',
    )
    expect(references).toMatchObject([{ name: 'machine', field: 'customerId', effect: 'prevents', count: 1 }])
    expect(await read('locations', location)).toEqual(location)
  })

  test('goes without what somebody may not delete, which is in the way then', async () => {
    const customer = await create('customers')
    await create('contacts', { customerId: customer.id })
    const caller = await maker.account(['customer.read', 'customer.delete', 'contact.read'])
    const params = { id: customer.id }
    expect(await must(caller, place, 'references', { params })).toMatchObject([{ name: 'contact', effect: 'prevents' }])
    expectProblem(await ask(caller, place, 'remove', { params, query: { parts: 'delete' } }), 'referenced')
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
      timezone: 'Europe/Oslo',
    })
    expect(countries.find((row) => row.iso2 === 'US')).toMatchObject({ timezone: 'America/New_York' })
    expect(countries.find((row) => row.iso2 === 'AQ')).toMatchObject({ timezone: null })
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

test('a contact is chosen by its whole name, with its address beside it', async () => {
  const { id } = await create('contacts', { firstName: 'Ada', lastName: 'Brekkelund', email: 'ada@brekkelund.example' })
  const place = mainPlaceOf(resourceOf('contacts'))
  const found = await must(await maker.staff(), place, 'options', { query: { search: 'Brekkelund' } })
  expect(found).toEqual([{ id, label: 'Ada Brekkelund', sublabel: 'ada@brekkelund.example' }])
})

import { permissionDescriptions } from '@packhouse/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { LibraryRows, type Row } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type HeldProject, type Item, makeProject, projectAfter, step, succeeded } from './estimator-rows.ts'
import { approve, RECIPIENT, sendProject } from './quote-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
/** May do everything but see costs. */
let seller: Caller
let director = ''

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
  const body = { code: 'director', name: 'Sales director', canApprove: true, canEdit: false }
  director = succeeded<{ id: string }>(await staff.post('/v1/estimator/admin/project-role-types', body)).id
})

const withoutRules = () => app.sql('DELETE FROM approval_rule')
beforeEach(withoutRules)
afterEach(withoutRules)

async function rule(dimension: string, threshold: string): Promise<void> {
  const body = { name: dimension, dimension, threshold, roleTypeId: director }
  succeeded(await staff.post('/v1/estimator/admin/approval-rules', body))
}

const payments = [
  { name: 'With the order', percent: '40' },
  { name: 'At delivery', percent: '60' },
]

/** A line of 1,000 with an alternative of 20, both with a cost of 10. */
async function withAlternative(values: object, alternative: object = {}) {
  const held = await makeProject(staff, { milestones: payments, ...values })
  const main = await held.item({ unitPrice: '1000', unitCost: '10' })
  const cheap = { unitPrice: '20', unitCost: '10', alternativeToId: main.id, ...alternative }
  return { held, main, alternative: await held.item(cheap) }
}

async function submitted(held: HeldProject) {
  const { rowVersion } = await held.read()
  return await held.send('POST', `projects/${held.id}/transitions/submit`, { rowVersion })
}

async function needed(caller: Caller, { id }: HeldProject) {
  const { needed: found } = await caller.call('listApprovals', { params: { id } })
  return found.flatMap(({ reasons }) => reasons.map(({ explanation }) => explanation))
}

async function extra(held: HeldProject, values: object): Promise<Item> {
  const body = { projectId: held.id, description: 'Printer', unit: 'pcs', quantity: '1', ...values }
  return succeeded<Item>(await held.send('POST', 'project-optional-extras', body))
}

describe('an order below zero', () => {
  test('is refused before a quote is sent, at the discount, with the least that can be ordered', async () => {
    for (const discountValue of ['30', '20.01']) {
      const { held } = await withAlternative({ discountKind: 'amount', discountValue })
      const { errors } = expectProblem(await submitted(held), 'invalid_request')
      expect(errors).toMatchObject([{ path: 'row.discountValue', message: expect.stringContaining('20.00 EUR') }])
      // What was approved before is not sent either.
      await approve(app, held)
      const sending = await staff.post(`/v1/estimator/projects/${held.id}/quote-links`, RECIPIENT)
      expectProblem(sending, 'invalid_request')
    }
    const { held } = await withAlternative({ discountKind: 'amount', discountValue: '20' })
    succeeded(await submitted(held))
  })

  test('can be chosen with no quote that is out already: neither priced nor accepted', async () => {
    for (const [discountValue, alternativePrice] of [
      ['30', '20'],
      ['5000', '100'],
    ] as const) {
      const { held, alternative } = await withAlternative({}, { unitPrice: alternativePrice })
      await held.item({ unitPrice: '6000', unitCost: '10' })
      await approve(app, held)
      const quote = await sendProject(app, held)
      // As it was sent by an earlier release.
      await app.sql(
        `UPDATE quote_link SET content = jsonb_set(jsonb_set(content::jsonb, '{discountKind}', '"amount"'), '{discountValue}', $2)
           #- '{items,1}' WHERE id = $1`,
        [quote.linkId, JSON.stringify(discountValue)],
      )
      const choices = { alternatives: [alternative.id], extras: [] }
      const refused = expectProblem(await quote.reprice(choices), 'not_usable')
      expect(refused.detail).toContain('discount')
      expect(refused.errors).toBeUndefined()
      const { sha256 } = await quote.shown()
      expectProblem(await quote.accept({ choices, sha256 }), 'not_usable')
      expect((await quote.read()).state).toBe('open')
    }
  })
})

describe('an approval is asked for the worst that can be ordered', () => {
  test('a margin below the limit with an alternative or an extra of the customer', async () => {
    await rule('margin', '22')
    const { held } = await withAlternative({}, { unitPrice: '9', unitCost: '20' })
    expect(await needed(staff, held)).toEqual([
      'What the customer may choose can bring the margin down to -122.22 %, under 22 %.',
    ])
    const sold = await projectAfter(staff, [], {})
    const [line] = (await sold.read()).items
    succeeded(await sold.send('PUT', `project-items/${line?.id}`, { rowVersion: line?.rowVersion, unitCost: '70' }))
    expect(await needed(staff, sold)).toEqual([])
    await extra(sold, { unitPrice: '10', unitCost: '60', customerSelectable: false })
    expect(await needed(staff, sold)).toEqual([])
    await extra(sold, { unitPrice: '10', unitCost: '60' })
    expect(await needed(staff, sold)).toEqual([
      'What the customer may choose can bring the margin down to -18.18 %, under 22 %.',
    ])
  })

  test('a discount or a total over the limit', async () => {
    await rule('discount', '5')
    await rule('total', '1500')
    const { held } = await withAlternative({ discountKind: 'amount', discountValue: '10' })
    await extra(held, { unitPrice: '1000', unitCost: '1' })
    expect(await needed(staff, held)).toEqual([
      'What the customer may choose can bring the discount up to 50 %, over 5 %.',
      'What the customer may choose can bring the total before tax up to 1,990 EUR, over 1,500 EUR.',
    ])
    const { orders } = await staff.call('listApprovals', { params: { id: held.id } })
    expect(orders).toEqual({
      currency: 'EUR',
      lowestTotal: '10.00',
      highestTotal: '1990.00',
      highestDiscountPercent: '50.00',
      lowestMarginPercent: '0.00',
    })
    const hidden = await seller.call('listApprovals', { params: { id: held.id } })
    expect(hidden.orders.lowestMarginPercent).toBeNull()
  })

  test('a gift that costs something', async () => {
    await rule('margin', '22')
    const { held } = await withAlternative({}, { unitPrice: '0', unitCost: '20' })
    expect(await needed(staff, held)).toEqual(['Something can be ordered that costs something and brings nothing in.'])
  })

  test('one line without a cost does not switch the margin off', async () => {
    await rule('margin', '22')
    const held = await makeProject(staff)
    await held.item({ unitPrice: '100', unitCost: '95' })
    await held.item({ unitPrice: '0.01' })
    expect(await needed(staff, held)).toEqual(['The margin is not known: the cost of 1 line is missing.'])
    // Who sees no costs learns it once nothing can be tried any more.
    expect(await needed(seller, held)).toEqual([])
    await step(held, 'submit')
    expect(await needed(seller, held)).toEqual(['The margin is not known: the cost of 1 line is missing.'])
  })
})

/** The rate that is known today: 2 where none is. */
async function francsOfEuro(): Promise<number> {
  await app.sql(`INSERT INTO exchange_rate ("from", "to", rate, valid_on, kind) VALUES ('EUR', 'CHF', 2, current_date, 'mid')
    ON CONFLICT DO NOTHING`)
  const [rate] = await app.sql<{ rate: string }>(`SELECT trim_scale(rate)::text AS rate FROM exchange_rate
    WHERE "from" = 'EUR' AND "to" = 'CHF' AND kind = 'mid' AND valid_on <= current_date ORDER BY valid_on DESC LIMIT 1`)
  return Number(rate?.rate)
}

describe('a line of the catalogue', () => {
  const COST = '6181.372517'

  async function catalogueItem(values: object = {}): Promise<string> {
    const body = {
      code: crypto.randomUUID().slice(0, 20),
      description: 'Heater',
      unit: 'pcs',
      currency: 'EUR',
      ...values,
    }
    return succeeded<{ id: string }>(
      await staff.post('/v1/estimator/item-masters', { price: '9000', cost: COST, ...body }),
    ).id
  }

  const costsOf = async ({ id }: HeldProject) => {
    const { items, extras } = succeeded<{ items: Item[]; extras: Item[] }>(
      await staff.get(`/v1/estimator/projects/${id}`),
    )
    return [...items, ...extras].map(({ unitCost }) => unitCost)
  }

  test('has the cost of its item, whoever adds it in whatever way, and nobody learns it by that', async () => {
    await rule('margin', '22')
    const masterId = await catalogueItem()
    const held = await makeProject(seller)
    const line = { section: 'Parts', description: 'Heater', unit: 'pcs', unitPrice: '9000', masterId }
    const answers = [
      await held.send('POST', 'project-items', { projectId: held.id, ...line }),
      await held.send('POST', `projects/${held.id}/changes`, {
        changes: [{ kind: 'items', op: 'create', values: line }],
      }),
      await held.send('POST', 'project-optional-extras', {
        projectId: held.id,
        ...line,
        section: undefined,
        quantity: '1',
      }),
    ]
    for (const answer of answers) succeeded(answer)
    expect(await costsOf(held)).toEqual([COST, COST, COST])
    const [, second] = (await held.read()).items
    const exits = [...answers, await seller.get(`/v1/estimator/projects/${held.id}`)]
    for (const { text } of exits) expect(text).not.toContain('6181.37')
    // Under the limit with another item of the same price; over it with this one.
    expect(await needed(staff, held)).toEqual([])
    const dear = await catalogueItem({ cost: '8999' })
    const change = { rowVersion: second?.rowVersion, masterId: dear }
    const changed = await held.send('PUT', `project-items/${second?.id}`, change)
    succeeded(changed)
    expect(changed.text).not.toContain('8999')
    expect(await costsOf(held)).toEqual([COST, '8999', COST])
    expect(await needed(staff, held)).toEqual(['The margin of 15.66 % is under 22 %.'])
  })

  test('has it in the currency of the project, by the rate that is known; what was given stays', async () => {
    const rate = await francsOfEuro()
    const masterId = await catalogueItem({ cost: '100' })
    const held = await makeProject(staff, { currency: 'CHF' })
    await held.item({ masterId, unitPrice: '1' })
    await held.item({ masterId, unitPrice: '1', unitCost: '7' })
    expect(await costsOf(held)).toEqual([String(rate * 100), '7'])
    // A cost that somebody has taken out on purpose stays out, in copies too.
    const [first] = (await held.read()).items
    succeeded(await held.send('PUT', `project-items/${first?.id}`, { rowVersion: first?.rowVersion, unitCost: null }))
    const copy = succeeded<{ id: string }>(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`))
    expect(await costsOf({ id: copy.id } as HeldProject)).toEqual([null, '7'])
  })
})

describe('a line of a configured machine', () => {
  const COST = '71203.5172'
  const rows = new LibraryRows(() => staff)
  let machine: Row
  let options: Record<'priced' | 'free' | 'unpriced' | 'costless', Row>

  beforeAll(async () => {
    machine = await rows.machine(await rows.type(), { basePrice: '90000', baseCost: COST, currency: 'EUR' })
    options = {
      priced: await rows.option(machine, { price: '2000', cost: '1500.25' }),
      free: await rows.option(machine, { price: null, cost: null }),
      unpriced: await rows.option(machine, { price: null, cost: '10' }),
      costless: await rows.option(machine, { price: '500', cost: null }),
    }
  })

  const taken = (...names: (keyof typeof options)[]) =>
    names.map((name) => ({ optionId: options[name].id, name, price: null }))

  const line = (values: object = {}) => ({
    section: 'Machines',
    description: 'Wrapper',
    unit: 'pcs',
    unitPrice: '95000',
    libraryMachineId: machine.id,
    ...values,
  })

  const costsOf = async (id: string) => {
    const { items } = succeeded<{ items: Item[] }>(await staff.get(`/v1/estimator/projects/${id}`))
    return items.map(({ unitCost }) => unitCost)
  }

  test('has the cost of its machine and options, whoever adds it in whatever way, and nobody learns it by that', async () => {
    const held = await makeProject(seller)
    const whole = taken('priced', 'free', 'unpriced')
    const create = (values: object) => ({ kind: 'items', op: 'create', values: line(values) })
    const answers = [
      await held.send('POST', 'project-items', {
        projectId: held.id,
        ...line({ configuration: whole, quantity: '3' }),
      }),
      await held.send('POST', `projects/${held.id}/changes`, {
        changes: [create({}), create({ configuration: taken('priced', 'costless') })],
      }),
    ]
    for (const answer of answers) succeeded(answer)
    // What has a price and no cost costs nobody knows what.
    expect(await costsOf(held.id)).toEqual(['72713.7672', COST, null])
    const [, , third] = (await held.read()).items
    const body = { rowVersion: third?.rowVersion, configuration: taken('priced') }
    const changed = await held.send('PUT', `project-items/${third?.id}`, body)
    succeeded(changed)
    for (const { text } of [...answers, changed, await seller.get(`/v1/estimator/projects/${held.id}`)])
      expect(text).not.toMatch(/7[12][27]\d\d\.\d/)
    expect(await costsOf(held.id)).toEqual(['72713.7672', COST, '72703.7672'])
    const { cost } = succeeded<{ cost: string }>(await staff.get(`/v1/estimator/projects/${held.id}`))
    expect(Number(cost)).toBeCloseTo(3 * 72713.77 + 71203.52 + 72703.77, 1)
  })

  test('has it in the currency of the project; what was given stays, in copies and restored versions too', async () => {
    const rate = await francsOfEuro()
    const held = await makeProject(staff, { currency: 'CHF' })
    const first = await held.item(line())
    const second = await held.item(line({ unitCost: '7', configuration: taken('priced') }))
    const converted = Number((rate * Number(COST)).toFixed(6))
    expect((await costsOf(held.id)).map(Number)).toEqual([converted, 7])
    const other = { rowVersion: second.rowVersion, configuration: taken('priced', 'free'), unitCost: '8' }
    succeeded(await held.send('PUT', `project-items/${second.id}`, other))
    // A cost that somebody has taken out on purpose stays out.
    succeeded(await held.send('PUT', `project-items/${first.id}`, { rowVersion: first.rowVersion, unitCost: null }))
    expect(await costsOf(held.id)).toEqual([null, '8'])
    const copy = succeeded<{ id: string }>(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`))
    expect(await costsOf(copy.id)).toEqual([null, '8'])
    succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion: (await held.read()).rowVersion }))
    succeeded(await held.send('DELETE', `project-items/${first.id}`))
    const { rowVersion } = await held.read()
    succeeded(await held.send('POST', `projects/${held.id}/versions/1/restore`, { rowVersion }))
    expect(await costsOf(held.id)).toEqual([null, '8'])
  })

  test('has none where the machine has none, or no rate is known', async () => {
    const unknown = await rows.machine(await rows.type(), { basePrice: '1', currency: 'EUR' })
    const held = await makeProject(staff)
    await held.item(line({ libraryMachineId: unknown.id, configuration: [] }))
    await app.sql(`DELETE FROM exchange_rate WHERE "to" = 'KWD'`)
    const far = await makeProject(staff, { currency: 'KWD' })
    await far.item(line())
    expect([await costsOf(held.id), await costsOf(far.id)]).toEqual([[null], [null]])
  })
})

describe('what was signed', () => {
  test('is what the project shows from then on: lines, sums, margin, board and a version with the choices', async () => {
    await rule('total', '1')
    const { held, main, alternative } = await withAlternative({ discountKind: 'percent', discountValue: '10' })
    const other = await held.item({ unitPrice: '300', unitCost: '40', alternativeToId: main.id })
    const printer = await extra(held, { unitPrice: '100', unitCost: '60', recommended: true })
    const left = await extra(held, { unitPrice: '7', unitCost: '1', selected: true })
    await step(held, 'submit')
    const [need] = (await staff.call('listApprovals', { params: { id: held.id } })).needed
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    const decision = { rowVersion: (await held.read()).rowVersion, roleTypeId: need?.roleTypeId, decision: 'approve' }
    succeeded(await seller.post(`/v1/estimator/projects/${held.id}/approvals`, decision))
    const offered = await held.read()
    expect(offered.total).toBe('906.3')
    const quote = await sendProject(app, held)
    const choices = { alternatives: [other.id], extras: [printer.id] }
    const { sha256, price } = succeeded<{ sha256: string; price: { total: string } }>(await quote.reprice(choices))
    expect(price.total).toBe('360.00')
    succeeded(await quote.accept({ choices, sha256 }))

    const won = await held.read()
    expect(won).toMatchObject({ status: 'won', subtotal: '400', total: '360', cost: '100', margin: '72.22' })
    expect(won.items.map((item) => [item.id, item.alternativeToId])).toEqual([
      [other.id, null],
      [alternative.id, other.id],
      [main.id, other.id],
    ])
    expect(won.extras.map((one) => [one.id, one.selected])).toEqual([
      [printer.id, true],
      [left.id, false],
    ])
    const board = (await staff.get(`/v1/estimator/projects/board?search=${held.project.number}`)).text
    expect([board.includes('"total":"360"'), board.includes('906.3')]).toEqual([true, false])
    const versions = await staff.get(`/v1/estimator/projects/${held.id}/versions`)
    const [newest, before] = succeeded<{ items: { number: number; reason: string; facts: { total: string } }[] }>(
      versions,
    ).items
    expect(newest).toMatchObject({ reason: 'win', note: 'Accepted by Kari Nordmann', facts: { total: '360.00' } })
    expect(before?.facts.total).toBe('906.30')
    const walk = await staff.get(`/v1/estimator/projects/${held.id}/versions/${before?.number}/walk/now`)
    expect(walk.status).toBe(200)
    // What was approved was approved: the customer has chosen of that.
    const approvals = await staff.call('listApprovals', { params: { id: held.id } })
    expect(approvals.needed).toMatchObject([{ approval: { isVoid: false } }])
    expect(approvals.decisions).toMatchObject([{ isVoid: false }])
    const { text } = await staff.get(`/v1/estimator/project-items/${other.id}/history`)
    expect(text).toContain('"field":"alternativeToId"')
  })

  test('is taken over into projects that were won before, once', async () => {
    const { held, main, alternative } = await withAlternative({})
    await approve(app, held)
    const quote = await sendProject(app, held)
    const choices = { alternatives: [alternative.id], extras: [] }
    const { sha256 } = succeeded<{ sha256: string }>(await quote.reprice(choices))
    succeeded(await quote.accept({ choices, sha256 }))
    // As an earlier release has left it.
    await app.sql('UPDATE project_item SET alternative_to_id = NULL WHERE id = $1', [main.id])
    await app.sql('UPDATE project_item SET alternative_to_id = $2 WHERE id = $1', [alternative.id, main.id])
    for (let times = 0; times < 2; times++) {
      await staff.call('enterOrderedMachines', {})
      expect(await held.read()).toMatchObject({ subtotal: '20', total: '20' })
    }
  })
})

import type { JobMachine, JobVerdict, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
let type: Row
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
  type = await rows.type()
})

type Answer = Page<JobMachine> & { counts: Record<JobVerdict, number> }
const ask = async (style: Row, job: object = {}, query = 'pageSize=200') =>
  await rows.must<Answer>('POST', `/configure?${query}`, { styleId: style.id, ...job })
const machineWith = async (more: object = {}) => await rows.machine(type, { lifecycle: 'active', ...more })
const judgedOf = ({ items }: Answer, { id }: Row) => {
  const found = items.find(({ machine }) => machine.id === id)
  if (found === undefined) throw new Error('The machine is not in the answer.')
  return found
}
/** The verdict and the reasons by check. */
const toldOf = (answer: Answer, machine: Row) => {
  const { verdict, reasons } = judgedOf(answer, machine)
  return [verdict, ...reasons.map(({ check, verdict: of }) => `${check} ${of}`)]
}

/** A style with one machine and its answer. */
async function pairOf(cell: object = {}, machine: object = {}, style: object = {}): Promise<[Row, Row, Row]> {
  const [made, of] = [await machineWith(machine), await rows.style(style)]
  return [made, of, await rows.cell(made, of, cell)]
}

describe('the answer of the matrix', () => {
  test('unknown is never no, and no is never unknown', async () => {
    const style = await rows.style()
    const machines: Record<string, Row> = {}
    for (const result of ['yes', 'no', 'unknown']) {
      machines[result] = await machineWith()
      await rows.cell(machines[result], style, { result })
    }
    const [none, draft] = [await machineWith(), await rows.machine(type)]
    const obsolete = await machineWith({ lifecycle: 'obsolete' })
    await rows.cell(obsolete, style)
    const answer = await ask(style)
    expect(toldOf(answer, machines.yes as Row)).toEqual(['fits'])
    expect(toldOf(answer, machines.no as Row)).toEqual(['doesNotFit', 'answer doesNotFit'])
    expect(toldOf(answer, machines.unknown as Row)).toEqual(['unknown', 'answer unknown'])
    expect(toldOf(answer, none)).toEqual(['unknown', 'answer unknown'])
    expect(judgedOf(answer, none).cellId).toBeNull()
    expect(toldOf(answer, obsolete)).toEqual(['doesNotFit', 'lifecycle doesNotFit'])
    expect(answer.items.some(({ machine }) => machine.id === draft.id)).toBe(false)
    const order = answer.items.map(({ verdict }) => ['fits', 'fitsIf', 'unknown', 'doesNotFit'].indexOf(verdict))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(Object.values(answer.counts).reduce((sum, count) => sum + count, 0)).toBe(answer.total)
  })

  test('comes in pages, whole or by verdict, and past the last page with its counts', async () => {
    const [machine, style] = await pairOf()
    const fits = await ask(style, {}, 'verdict=fits&pageSize=1')
    expect([fits.total, fits.items.map(({ machine: { id } }) => id)]).toEqual([1, [machine.id]])
    const past = await ask(style, {}, 'page=500&pageSize=200')
    expect([past.items, past.total > 1, past.counts.fits]).toEqual([[], true, 1])
  })
})

describe('sizes', () => {
  test('are closed intervals in mm, of the style and of the answer', async () => {
    const [machine, style] = await pairOf({ lengthMin: 100, lengthMax: 200 }, {}, { heightMax: 50 })
    for (const length of [100, 200]) expect(toldOf(await ask(style, { length }), machine)).toEqual(['fits'])
    expect(judgedOf(await ask(style, { length: 200.5, height: 51 }), machine).reasons).toEqual([
      { check: 'length', verdict: 'doesNotFit', wanted: 200.5, limit: 200, by: 0.5, side: 'over' },
      { check: 'height', verdict: 'doesNotFit', wanted: 51, limit: 50, by: 1, side: 'over' },
    ])
    const under = judgedOf(await ask(style, { length: 99 }), machine).reasons
    expect(under).toMatchObject([{ check: 'length', limit: 100, by: 1, side: 'under' }])
  })

  test('of length and width may swap where the style says so', async () => {
    const limits = { lengthMax: 200, widthMax: 100 }
    const [fixed, fixedStyle] = await pairOf(limits)
    const [turned, turning] = await pairOf(limits, {}, { swapLengthWidth: true })
    const job = { length: 90, width: 180 }
    expect(toldOf(await ask(fixedStyle, job), fixed)).toEqual(['doesNotFit', 'width doesNotFit'])
    expect(judgedOf(await ask(turning, job), turned)).toMatchObject({ verdict: 'fits', isTurned: true })
    // Neither way: the reasons are those of the way that is less far off.
    expect(judgedOf(await ask(turning, { length: 110, width: 210 }), turned)).toMatchObject({
      isTurned: true,
      reasons: [
        { check: 'length', wanted: 210, by: 10 },
        { check: 'width', wanted: 110, by: 10 },
      ],
    })
  })
})

test('a speed is reached, or only at a lower peak, or not; one that nobody has recorded is unknown', async () => {
  const [machine, style] = await pairOf({ speedMin: 20, speedMax: 92 })
  const [silent, other] = await pairOf()
  const speed = async (job: object) => judgedOf(await ask(style, job), machine)
  expect(await speed({ outputPerMinute: 92 })).toMatchObject({ verdict: 'fits', reasons: [], remedies: [] })
  expect(await speed({ outputPerMinute: 90, peakPerMinute: 98 })).toMatchObject({
    verdict: 'fitsIf',
    reasons: [{ check: 'speed', wanted: 98, limit: 92, by: 6, side: 'over' }],
    remedies: [{ kind: 'lowerSpeed', speed: 92 }],
  })
  expect(await speed({ outputPerMinute: 200 })).toMatchObject({
    verdict: 'doesNotFit',
    reasons: [{ wanted: 200, limit: 92, by: 108 }],
    remedies: [
      { kind: 'lowerSpeed', speed: 92 },
      { kind: 'machines', count: 3 },
    ],
  })
  expect(await speed({ outputPerMinute: 5 })).toMatchObject({
    verdict: 'fitsIf',
    reasons: [{ limit: 20, by: 15, side: 'under' }],
    remedies: [{ kind: 'higherSpeed', speed: 20 }],
  })
  expect(toldOf(await ask(other, { outputPerMinute: 5 }), silent)).toEqual(['unknown', 'speed unknown'])
})

test('a material is answered where the cell names it, or none at all', async () => {
  const materials = [{ materialId: await rows.materialId('paper'), result: 'yes' }]
  const [machine, style] = await pairOf({ materials })
  const [open, other] = await pairOf()
  expect(toldOf(await ask(style, { material: 'PAPER' }), machine)).toEqual(['fits'])
  expect(toldOf(await ask(style, { material: 'mono-PP' }), machine)).toEqual(['unknown', 'material unknown'])
  expect(toldOf(await ask(other, { material: 'mono-PP' }), open)).toEqual(['fits'])
})

describe('what the site has', () => {
  test('is met, given by the cheapest option, unknown or not to be had', async () => {
    const site = { voltage: 480, phases: 3, washDown: true }
    const [met, style] = await pairOf({}, { voltage: 480, phases: 3, ipRating: 'IP69K' })
    const [given, silent, never] = [
      await machineWith({ voltage: 400, phases: 3, ipRating: 'IP54' }),
      await machineWith(),
      await machineWith({ voltage: 400, phases: 1, ipRating: 'IP54' }),
    ]
    for (const machine of [given, silent, never]) await rows.cell(machine, style)
    const grants = { grantsVoltage: 480, grantsIpRating: 'IP65' }
    await rows.option(given, { ...grants, price: '900' })
    const cheap = await rows.option(given, { ...grants, price: '700', leadDays: 3 })
    const answer = await ask(style, site)
    expect(toldOf(answer, met)).toEqual(['fits'])
    expect(toldOf(answer, given)).toEqual(['fitsIf', 'voltage fitsIf', 'washDown fitsIf'])
    expect(judgedOf(answer, given).remedies).toEqual([
      {
        kind: 'option',
        checks: ['voltage', 'washDown'],
        optionId: cheap.id,
        name: cheap.name,
        price: '700',
        leadDays: 3,
      },
    ])
    expect(toldOf(answer, silent)).toEqual(['unknown', 'voltage unknown', 'phases unknown', 'washDown unknown'])
    expect(toldOf(answer, never)).toEqual([
      'doesNotFit',
      'voltage doesNotFit',
      'phases doesNotFit',
      'washDown doesNotFit',
    ])
    expect(judgedOf(answer, never).reasons).toMatchObject([
      { wanted: 480, limit: 400 },
      { wanted: 3, limit: 1 },
      { wanted: 'IPX5', limit: 'IP54' },
    ])
  })

  test('is not given by an option that the answer excludes', async () => {
    const [machine, style, cell] = await pairOf({}, { voltage: 400 })
    const option = await rows.option(machine, { grantsVoltage: 480 })
    await rows.must('POST', `/compatibility/${cell.id}/excluded-options/attach`, { ids: [option.id] })
    expect(toldOf(await ask(style, { voltage: 480 }), machine)).toEqual(['doesNotFit', 'voltage doesNotFit'])
  })
})

describe('needed options and tooling', () => {
  test('make a machine fit under conditions, with what they require, and add to price and lead time', async () => {
    const priced = { basePrice: '1000.5', currency: 'EUR', leadWeeks: 2 }
    const [machine, style, cell] = await pairOf({ toolingCost: '250' }, priced)
    const [gas, reel] = [
      await rows.option(machine, { price: '100', leadDays: 4 }),
      await rows.option(machine, { price: '10' }),
    ]
    const standard = await rows.option(machine, { availability: 'standard' })
    await rows.must('POST', `/machine-options/${gas.id}/requires/attach`, { ids: [reel.id] })
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [gas.id, standard.id] })
    const judged = judgedOf(await ask(style), machine)
    expect(judged).toMatchObject({ verdict: 'fitsIf', priceFrom: '1360.5', currency: 'EUR', leadDays: 18 })
    expect(judged.reasons.map(({ check }) => check)).toEqual(['options', 'tooling'])
    expect(judged.remedies.map((remedy) => (remedy.kind === 'option' ? remedy.name : remedy.kind))).toEqual([
      gas.name,
      reel.name,
      'tooling',
    ])
  })

  test('that exclude each other fit nothing', async () => {
    const [machine, style, cell] = await pairOf({}, { voltage: 400 })
    const [gas, supply] = [await rows.option(machine), await rows.option(machine, { grantsVoltage: 480 })]
    await rows.must('POST', `/machine-options/${gas.id}/excludes/attach`, { ids: [supply.id] })
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [gas.id] })
    expect(toldOf(await ask(style), machine)).toEqual(['fitsIf', 'options fitsIf'])
    expect(toldOf(await ask(style, { voltage: 480 }), machine)).toEqual([
      'doesNotFit',
      'voltage fitsIf',
      'options doesNotFit',
    ])
  })
})

test('a budget and a date are met to the cent and to the day, and unknown where a price or a lead time is', async () => {
  const [machine, style] = await pairOf({}, { basePrice: '1000.01', currency: 'EUR', leadWeeks: 3 })
  const [silent, other] = await pairOf()
  const [day] = await app.sql<{ at: string; before: string }>(
    `SELECT (current_date + 21)::text AS at, (current_date + 19)::text AS before`,
  )
  const money = { currency: 'EUR' }
  expect(toldOf(await ask(style, { ...money, budget: '1000.01', date: day?.at }), machine)).toEqual(['fits'])
  expect(judgedOf(await ask(style, { ...money, budget: '1000', date: day?.before }), machine)).toMatchObject({
    verdict: 'doesNotFit',
    reasons: [
      { check: 'budget', wanted: '1000', limit: '1000.01', by: '0.01', side: 'under' },
      { check: 'date', wanted: day?.before, limit: day?.at, by: 2 },
    ],
    remedies: [
      { kind: 'laterDate', date: day?.at },
      { kind: 'higherBudget', amount: '1000.01' },
    ],
  })
  expect(toldOf(await ask(style, { budget: '1', currency: 'USD' }), machine)).toEqual(['unknown', 'budget unknown'])
  const unknown = await ask(other, { ...money, budget: '1', date: day?.at })
  expect(toldOf(unknown, silent)).toEqual(['unknown', 'budget unknown', 'date unknown'])
})

test('machines of one verdict come by price or by lead time', async () => {
  const style = await rows.style()
  const made: Row[] = []
  for (const [basePrice, leadWeeks] of [
    ['30', 1],
    ['20', 3],
    ['10', 2],
  ] as const) {
    const machine = await machineWith({ basePrice, leadWeeks, currency: 'EUR' })
    await rows.cell(machine, style)
    made.push(machine)
  }
  const places = async (sort: string) => {
    const { items } = await ask(style, { sort }, 'verdict=fits')
    return items.map(({ machine: { id } }) => made.findIndex((one) => one.id === id))
  }
  expect(await places('price')).toEqual([2, 1, 0])
  expect(await places('leadTime')).toEqual([0, 2, 1])
})

test('what is no job is refused at its fields', async () => {
  const { id: styleId } = await rows.style()
  const faults = async (job: object) => await rows.faults('POST', '/configure', { styleId, ...job })
  expect(await faults({ styleId: crypto.randomUUID() })).toEqual(['body.styleId'])
  expect(await faults({ budget: '10' })).toEqual(['body.currency'])
  expect(await faults({ outputPerMinute: 9, peakPerMinute: 8 })).toEqual(['body.peakPerMinute'])
  expect(await faults({ length: 0, voltage: 0.5, phases: 4, date: 'soon' })).toEqual([
    'body.length',
    'body.voltage',
    'body.phases',
    'body.date',
  ])
  expectProblem(await rows.send('POST', '/configure?pageSize=201', { styleId }), 'invalid_request')
})

test('prices are for those who may read machines and options, and neither a budget nor an order tells them to others', async () => {
  // With a point, which no id has: the digits alone stand in some of the many ids of an answer.
  const basePrice = '7418.25'
  const [machine, style] = await pairOf({}, { basePrice, currency: 'EUR' })
  const asked = async (caller: Caller, job: object = {}) =>
    await caller.post('/v1/machine-library/configure?pageSize=200', { styleId: style.id, ...job })
  const maker = new Maker(app)
  const reader = await maker.account(['compatibility.read', 'machineOption.read'])
  const answer = await asked(reader)
  expect(judgedOf(answer.body as Answer, machine)).toMatchObject({ priceFrom: null, currency: null, leadDays: null })
  expect(answer.text).not.toContain(basePrice)
  expectProblem(await asked(reader, { sort: 'price' }), 'permission_missing')
  expectProblem(await asked(reader, { budget: '1', currency: 'EUR' }), 'permission_missing')
  const buyer = await maker.account(['compatibility.read', 'machineOption.read', 'libraryMachine.read'])
  expect(judgedOf((await asked(buyer, { sort: 'price' })).body as Answer, machine).priceFrom).toBe(basePrice)
})

test('a material that has an answer of its own is held against that one', async () => {
  const [machine, style, cell] = await pairOf()
  const materialOf = async (code: string) =>
    (await app.sql<{ id: string }>(`SELECT id FROM packaging_material WHERE code = $1`, [code]))[0]?.id
  const set = async (code: string, result: string) =>
    await app.sql(
      `INSERT INTO compatibility_material (compatibility_id, material_id, result, notes) VALUES ($1, $2, $3, 'In a trial')`,
      [cell.id, await materialOf(code), result],
    )
  expect(toldOf(await ask(style, { material: 'mono-PE' }), machine)).toEqual(['fits'])
  await set('paper', 'no')
  await set('mono-PP', 'conditional')
  await set('board', 'yes')
  expect(toldOf(await ask(style, { material: 'Paper' }), machine)).toEqual(['doesNotFit', 'material doesNotFit'])
  expect(toldOf(await ask(style, { material: 'mono-PP' }), machine)).toEqual(['fitsIf', 'material fitsIf'])
  expect(toldOf(await ask(style, { material: 'board' }), machine)).toEqual(['fits'])
  expect(toldOf(await ask(style, { material: 'mono-PE' }), machine)).toEqual(['unknown', 'material unknown'])
  expect(toldOf(await ask(style), machine)).toEqual(['fits'])
})

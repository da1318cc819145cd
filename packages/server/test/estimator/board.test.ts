import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { makeProject, succeeded } from './estimator-rows.ts'
import { sendProject, sentQuote } from './quote-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  await app.sql('DELETE FROM quote_acceptance; DELETE FROM project')
})

test('the board has a column for each status with sums by currency, newest first, and never a cost', async () => {
  const euro = await makeProject(staff, {
    title: 'Net bags for clementines',
    validUntil: '2099-12-01',
    winProbability: 33,
  })
  await euro.item({ quantity: '2', unitPrice: '100.5', unitCost: '61.0317' })
  const krone = await makeProject(staff, { title: 'Salad line', currency: 'NOK' })
  await krone.item({ unitPrice: '7' })
  const third = await makeProject(staff)
  await third.item({ unitPrice: '0.25' })
  await app.sql("UPDATE project SET status = 'sent' WHERE id = $1", [third.id])
  const { columns } = await staff.call('projectBoard', { query: {} })
  expect(columns.map(({ status, count }) => [status, count])).toEqual([
    ['draft', 2],
    ['review', 0],
    ['approved', 0],
    ['sent', 1],
    ['won', 0],
    ['lost', 0],
    ['expired', 0],
  ])
  const [draft] = columns
  expect(draft?.sums).toEqual([
    { currency: 'EUR', total: '201', weighted: '66.33' },
    // Without a probability it adds nothing.
    { currency: 'NOK', total: '7', weighted: '0' },
  ])
  expect(await euro.read()).toMatchObject({ weightedTotal: '66.33' })
  expect(await krone.read()).toMatchObject({ weightedTotal: null })
  expect(draft?.cards.map(({ title }) => title)).toEqual(['Salad line', 'Net bags for clementines'])
  expect(draft?.cards[1]).toMatchObject({
    total: '201',
    winProbability: 33,
    owner: 'Maren Holm',
    editor: 'Maren Holm',
    validUntil: '2099-12-01',
  })
  expect(draft?.cards[1]).toMatchObject({ margin: '39.27', openQuestions: 0, openCount: 0 })
  expect(JSON.stringify(columns)).not.toMatch(/\.0317|cost/i)
})

test('the board is filtered by words of number, title and customer, by owner and by customer', async () => {
  const held = await makeProject(staff, { title: 'Filtered palletiser' })
  const { columns } = await staff.call('projectBoard', { query: { search: 'filtered' } })
  const card = columns[0]?.cards[0]
  expect(card?.id).toBe(held.id)
  const found = async (query: object) => {
    const board = await staff.call('projectBoard', { query })
    return board.columns.flatMap(({ cards }) => cards.map(({ id }) => id))
  }
  expect(await found({ search: `palletiser ${card?.customer}` })).toEqual([held.id])
  expect(await found({ search: held.project.number })).toEqual([held.id])
  expect(await found({ search: 'filtered', customerId: crypto.randomUUID() })).toEqual([])
  expect(await found({ search: 'filtered', ownerId: card?.ownerId })).toEqual([held.id])
  for (const query of ['ownerId=x', 'endsWithin=0', 'costs=1']) {
    expectProblem(await staff.get(`/v1/estimator/projects/board?${query}`), 'invalid_request')
  }
})

test('a column has at most 100 cards and counts and sums all of its projects', async () => {
  await app.sql(
    `INSERT INTO project (title, status, customer_id, owner_id, currency, discount_kind, discount_value, tax_percent, rounds_to_cash, milestones, total)
     SELECT 'Many', 'lost', c.id, u.id, 'EUR', 'percent', 0, 0, false, '[]', 1.5 FROM generate_series(1, 130),
       (SELECT id FROM customer LIMIT 1) c, (SELECT id FROM user_account WHERE email = 'staff@packhouse.example') u`,
  )
  const { columns } = await staff.call('projectBoard', { query: { search: 'many' } })
  const lost = columns.find(({ status }) => status === 'lost')
  expect(lost).toMatchObject({ count: 130, sums: [{ currency: 'EUR', total: '195', weighted: '0' }] })
  expect(lost?.cards).toHaveLength(100)
})

test('who may not see costs sees the same board without margins', async () => {
  const seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
  const { columns } = await staff.call('projectBoard', { query: {} })
  const hidden = columns.map((column) => {
    return { ...column, cards: column.cards.map((card) => ({ ...card, margin: null, targetMargin: null })) }
  })
  expect(hidden).not.toEqual(columns)
  expect(await seller.call('projectBoard', { query: {} })).toEqual({ columns: hidden })
})

test('a card says that the customer has declined, unless another link is open', async () => {
  const quote = await sentQuote(app, staff)
  const isDeclined = async () =>
    (await staff.call('projectBoard', { query: {} })).columns
      .flatMap(({ cards }) => cards)
      .find(({ id }) => id === quote.held.id)?.isDeclined
  expect(await isDeclined()).toBe(false)
  succeeded(await quote.post('decline', { reason: 'Too expensive' }))
  expect(await isDeclined()).toBe(true)
  await sendProject(app, quote.held)
  expect(await isDeclined()).toBe(false)
})

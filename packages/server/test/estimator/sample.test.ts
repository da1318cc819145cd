import { type itemMasters, priceProject, type Row, toPriceInput } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'
import { type Project, succeeded } from './estimator-rows.ts'

const app = useTestApp()

test('every quote of the sample has the sums that its parts come to, and the next number follows', async () => {
  const staff = await app.as('staff')
  const { items } = succeeded<{ items: Project[] }>(await staff.get('/v1/estimator/projects?pageSize=200'))
  expect(items).toHaveLength(34)
  expect(new Set(items.map(({ status }) => status)).size).toBe(7)
  for (const { id } of items) {
    const project = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
    const price = priceProject(toPriceInput(project, { minorUnits: 2, cashStep: null }))
    const { subtotal, discount, net, total, cost, margin, lineCount } = project
    const sums = [price.subtotal, price.discount, price.net, price.total, price.cost, price.marginPercent]
    expect([subtotal, discount, net, total, cost, margin].map(Number)).toEqual(sums.map(Number))
    expect(lineCount).toBe(project.items.length)
    expect(Number(margin)).toBeGreaterThan(20)
  }
})

test('the catalogue of the sample has 640 items with the prices of last year, of now and some to come', async () => {
  const staff = await app.as('staff')
  type Items = { items: Row<typeof itemMasters>[]; total: number }
  const { items, total } = succeeded<Items>(await staff.get('/v1/estimator/item-masters?search=servo&pageSize=200'))
  expect(total).toBe(48)
  for (const item of items) expect(Number(item.nextPrice)).toBeGreaterThan(Number(item.price))
  const all = succeeded<Items>(await staff.get('/v1/estimator/item-masters?pageSize=1'))
  expect(all.total).toBe(640)
  const [stored] = await app.sql<{ count: number }>('SELECT count(*)::int FROM item_price')
  expect(stored?.count).toBe(640 * 2 + 80)
})

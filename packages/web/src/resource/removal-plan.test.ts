import type { Reference } from '@packhouse/contract'
import { expect, test } from 'vitest'
import type { ResourceRow } from './registry.ts'
import { obstaclesOf, removalPlan } from './removal-plan.ts'

const row = (id: string): ResourceRow => ({
  id,
  createdAt: '',
  createdBy: null,
  updatedAt: '',
  updatedBy: null,
  rowVersion: 1,
})
const reference = (name: string, effect: Reference['effect'], labels: string[]): Reference => ({
  resource: `${name}s`,
  name,
  field: null,
  effect,
  count: labels.length,
  labels,
})

test('Rows that are in use stay; what goes along with the others is counted together', () => {
  const machines = reference('machine', 'prevents', ['M1'])
  const used = { row: row('used'), references: [machines, reference('contact', 'deleted', ['Cleo'])] }
  const free = { row: row('free'), references: [reference('contact', 'deleted', ['Ada', 'Bo'])] }
  const other = { row: row('other'), references: [reference('contact', 'deleted', ['Ada'])] }
  const plan = removalPlan([used, free, other])
  expect(plan.going.map((one) => one.row.id)).toEqual(['free', 'other'])
  expect(plan.staying.map((one) => one.row.id)).toEqual(['used'])
  expect(obstaclesOf(used)).toEqual([machines])
  expect(plan.parts).toMatchObject([{ name: 'contact', count: 3, labels: ['Ada', 'Bo'] }])
  expect(plan.holders).toEqual([])
})

test("Who has a row is in nobody's way", () => {
  const plan = removalPlan([{ row: row('role'), references: [reference('user', 'released', ['Ada'])] }])
  expect([plan.going.length, plan.staying.length, plan.holders.length]).toEqual([1, 0, 1])
})

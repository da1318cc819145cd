import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commercialContent } from '../versions/commercial-content.ts'
import { exact, minus, total, written } from './exact.ts'
import { priceWalk, type WalkedProject } from './price-walk.ts'

const seed = 20261123
const eur = { minorUnits: 2, cashStep: '0.05' }

const decimal = (most: number, decimals: number) =>
  fc.integer({ min: 0, max: most }).map((units) => (units / 10 ** decimals).toFixed(decimals))
const lineId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')

/** Rows with different lines, whose ids are others in each project. */
function rows<Row extends object>(row: fc.Arbitrary<Row>) {
  const named = fc.tuple(lineId, row).map(([line, values]) => ({ ...values, lineId: line, id: `${line}-1` }))
  return fc.uniqueArray(named, { selector: (one) => one.lineId, maxLength: 6 })
}

const sold = {
  description: fc.constant('Bagger'),
  quantity: decimal(10 ** 6, 4),
  unitPrice: decimal(10 ** 9, 4),
  unitCost: fc.constant(null),
  discountPercent: decimal(10 ** 6, 4),
}

const project: fc.Arbitrary<WalkedProject> = fc.record({
  currency: fc.constant('EUR'),
  discountKind: fc.constant('percent' as const),
  discountValue: decimal(10 ** 6, 4),
  taxCategory: fc.constantFrom(null, 'standard' as const),
  taxPercent: decimal(300_000, 4),
  roundsToCash: fc.boolean(),
  milestones: fc.constant([]),
  items: rows(fc.record({ ...sold, section: fc.constant('All'), alternativeToId: fc.constantFrom(null, null, 'x') })),
  extras: rows(fc.record({ ...sold, selected: fc.boolean() })),
  deliveries: rows(fc.record({ namedPlace: fc.constant('Oslo'), price: decimal(10 ** 8, 4), cost: fc.constant(null) })),
  commissioning: rows(
    fc.record({
      description: fc.constant('SAT'),
      days: decimal(10_000, 2),
      engineers: fc.integer({ min: 1, max: 9 }),
      dayRate: decimal(10 ** 7, 4),
      dayCost: fc.constant(null),
      travel: decimal(10 ** 6, 4),
      accommodation: decimal(10 ** 6, 4),
    }),
  ),
})

const sum = (amounts: readonly string[]) => total(amounts.map(exact))
const isEqual = (one: string, other: string) => minus(exact(one), exact(other)).units === 0

describe('a price walk', () => {
  test('adds up exactly to the difference of the totals, and each step to its rows', () => {
    fc.assert(
      fc.property(project, project, (before, after) => {
        const { from, to, difference, steps } = priceWalk(before, after, eur)
        expect(isEqual(difference, written(minus(exact(to), exact(from))))).toBe(true)
        expect(isEqual(written(sum(steps.map(({ amount }) => amount))), difference)).toBe(true)
        for (const { amount, rows: found } of steps) {
          expect(isEqual(written(sum(found.map((row) => row.amount))), amount)).toBe(true)
        }
      }),
      { seed, numRuns: 500 },
    )
  })

  test('has no step where only the order or the ids of rows are others', () => {
    fc.assert(
      fc.property(project, (before) => {
        const items = before.items.map((item) => ({ ...item, id: `${item.lineId}-2` })).toReversed()
        // The discount of the project goes to other lines then, and is the same in sum.
        const { difference, steps } = priceWalk(before, { ...before, items }, eur)
        expect(isEqual(difference, '0')).toBe(true)
        expect(steps.flatMap((step) => step.rows)).toEqual([])
      }),
      { seed, numRuns: 200 },
    )
  })

  test('names what a line was and is, step by step', () => {
    const [empty] = fc.sample(project, { seed, numRuns: 1 })
    if (empty === undefined) throw new Error('There is no sample')
    const item = {
      id: '1',
      lineId: 'a',
      section: 'All',
      description: 'Conveyor',
      unitCost: null,
      alternativeToId: null,
    }
    const of = (quantity: string, unitPrice: string, discountPercent: string): WalkedProject => {
      const none = { extras: [], deliveries: [], commissioning: [], taxCategory: null, discountValue: '0' }
      return { ...empty, ...none, roundsToCash: false, items: [{ ...item, quantity, unitPrice, discountPercent }] }
    }
    const { steps } = priceWalk(of('14', '10', '0'), of('18', '11', '50'), eur)
    const found = steps.flatMap(({ step, rows: changed }) =>
      changed.map((row) => [step, row.before, row.after, row.amount]),
    )
    expect(found).toEqual([
      ['quantity', '14', '18', '40.00'],
      ['price', '10', '11', '18.00'],
      ['discount', '0', '50', '-99.00'],
    ])
  })
})

describe('what is offered', () => {
  const without = (rest: WalkedProject) => commercialContent({ ...rest, media: [] }, 'withoutCosts')

  test('is the same text whatever the order, ids, notes and costs of rows, and the zeros at the end of numbers', () => {
    fc.assert(
      fc.property(project, (before) => {
        const items = before.items.toReversed().map((item, place) => {
          return {
            ...item,
            id: `${item.lineId}-9`,
            sort: place,
            notes: 'New',
            unitCost: '7',
            unitPrice: `${item.unitPrice}0`,
          }
        })
        expect(without({ ...before, items })).toBe(without(before))
        expect(
          commercialContent({ ...before, items }, 'withCosts') === commercialContent({ ...before }, 'withCosts'),
        ).toBe(items.length === 0)
      }),
      { seed, numRuns: 200 },
    )
  })

  test('is another one where a quantity is', () => {
    fc.assert(
      fc.property(project, (before) => {
        const items = before.items.map((item) => ({ ...item, quantity: `1${item.quantity}` }))
        expect(without({ ...before, items }) === without(before)).toBe(items.length === 0)
      }),
      { seed, numRuns: 100 },
    )
  })
})

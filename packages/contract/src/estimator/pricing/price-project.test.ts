import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type PricedLine, type PriceInput, priceForMargin, priceProject } from './price-project.ts'

const seed = 20261123

function line(values: Partial<PricedLine> = {}): PricedLine {
  return {
    id: values.id ?? 'a',
    section: 'Machines',
    quantity: '1',
    unitPrice: '100',
    unitCost: '60',
    discountPercent: '0',
    counts: true,
    ...values,
  }
}

function input(values: Partial<PriceInput> = {}): PriceInput {
  return { minorUnits: 2, lines: [line()], discount: null, milestones: [], cashStep: null, ...values }
}

describe('lines', () => {
  test('are rounded each, and totals add what was rounded', () => {
    const lines = ['a', 'b', 'c'].map((id) => line({ id, quantity: '0.3333', unitPrice: '1.015' }))
    const { subtotal, lines: priced } = priceProject(input({ lines }))
    expect(priced.map(({ net }) => net)).toEqual(['0.34', '0.34', '0.34'])
    expect(subtotal).toBe('1.02')
  })

  test('with a discount of 100 percent cost exactly nothing', () => {
    const { lines, marginPercent } = priceProject(
      input({ lines: [line({ quantity: '3', unitPrice: '33.335', discountPercent: '100' })] }),
    )
    expect(lines[0]).toMatchObject({ gross: '100.01', discount: '100.01', net: '0.00' })
    expect(marginPercent).toBeNull()
  })

  test('that do not count are priced and in no total', () => {
    const lines = [line(), line({ id: 'b', counts: false, unitCost: null, unitPrice: '1000' })]
    const priced = priceProject(input({ lines, discount: { kind: 'percent', value: '10' } }))
    expect(priced).toMatchObject({ subtotal: '100.00', discount: '10.00', net: '90.00', isMarginComplete: true })
    expect(priced.lines[1]).toMatchObject({ net: '1000.00', projectDiscount: '0.00' })
  })
})

describe('the discount of a project', () => {
  test('is one figure, whose parts add up to it', () => {
    const lines = ['a', 'b', 'c'].map((id) => line({ id, unitPrice: '33.33' }))
    const priced = priceProject(input({ lines, discount: { kind: 'amount', value: '10' } }))
    expect(priced.lines.map(({ projectDiscount }) => projectDiscount)).toEqual(['3.34', '3.33', '3.33'])
    expect(priced).toMatchObject({ subtotal: '99.99', discount: '10.00', net: '89.99' })
  })
})

describe('taxes', () => {
  test('are of each category and rate, after the discount', () => {
    const tax = (ratePercent: string) => ({ tax: { category: 'standard' as const, ratePercent } })
    const lines = [
      line({ unitPrice: '0.05', ...tax('25') }),
      line({ id: 'b', unitPrice: '0.05', ...tax('25.0') }),
      line({ id: 'c', unitPrice: '10', ...tax('12') }),
    ]
    const { taxes, tax: all } = priceProject(input({ lines }))
    expect(taxes.map(({ base, amount }) => [base, amount])).toEqual([
      ['0.10', '0.03'],
      ['10.00', '1.20'],
    ])
    expect(all).toBe('1.23')
  })
})

describe('currencies', () => {
  test.for([
    [0, '1235'],
    [2, '1234.57'],
    [3, '1234.568'],
  ] as const)('have %i decimals', ([minorUnits, total]) => {
    expect(priceProject(input({ minorUnits, lines: [line({ unitPrice: '1234.5678' })] })).total).toBe(total)
  })

  test('are rounded to cash in a row of its own', () => {
    const priced = priceProject(input({ lines: [line({ unitPrice: '10.03' })], cashStep: '0.05' }))
    expect(priced).toMatchObject({ net: '10.03', cashRounding: '0.02', total: '10.05' })
  })
})

describe('margins', () => {
  test('are incomplete where a cost is not known, and never 100 percent', () => {
    const priced = priceProject(input({ lines: [line(), line({ id: 'b', unitCost: null })] }))
    expect(priced).toMatchObject({ cost: null, marginPercent: null, isMarginComplete: false })
    expect(priceProject(input()).marginPercent).toBe('40.00')
  })

  test('lead to a price that leaves them', () => {
    expect(priceForMargin('60', '40', 6)).toBe('100.000000')
    expect(priceForMargin('1', '22.5', 2)).toBe('1.29')
    expect(() => priceForMargin('60', '100', 2)).toThrow(RangeError)
  })
})

test('milestones add up to the total, and parts of every kind to their whole', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => (cents / 10_000).toFixed(4))
  const anyLine = fc.record({
    quantity: fc.integer({ min: 1, max: 10 ** 6 }).map((units) => (units / 10_000).toFixed(4)),
    unitPrice: amount,
    discountPercent: fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4)),
    counts: fc.boolean(),
  })
  const cents = (text: string) => Math.round(Number(text) * 100)
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 0, max: 100 }),
      (all, percent) => {
        const lines = all.map((one, place) => line({ ...one, id: String(place), section: String(place % 3) }))
        const milestones = ['30', '60', '10'].map((share, place) => ({ id: String(place), percent: share }))
        const priced = priceProject(input({ lines, discount: { kind: 'percent', value: String(percent) }, milestones }))
        const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + cents(text), 0)
        expect(sum(priced.milestones.map((one) => one.amount))).toBe(cents(priced.total))
        expect(sum(priced.lines.map((one) => one.projectDiscount))).toBe(cents(priced.discount))
        expect(sum(Object.values(priced.sections))).toBe(cents(priced.subtotal))
        expect(cents(priced.subtotal) - cents(priced.discount)).toBe(cents(priced.net))
      },
    ),
    { seed, numRuns: 200 },
  )
})

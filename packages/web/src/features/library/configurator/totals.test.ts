import type { RevisionOption } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { addAmounts, formatAmount, formatSurcharge, timesAmount } from './money.ts'
import { dayAfter, totalsOf } from './totals.ts'

const option = (price: string | null, leadDays: number | null): RevisionOption => ({
  id: `${price}`,
  definitionId: 'd',
  name: `Option ${price}`,
  choice: null,
  availability: 'optional',
  price,
  leadDays,
})
const machine = { id: 'm', model: 'FLW-1', name: 'Wrapper', basePrice: '91130.1', currency: 'EUR', leadWeeks: 16 }

it('adds amounts exactly, negative ones too', () => {
  expect(addAmounts(['0.1', '0.2', '-1.0005'])).toBe('-0.7005')
  expect(timesAmount('0.3333', 3)).toBe('0.9999')
})

it('shows amounts with the decimals of their currency and all that they have beyond', () => {
  const shown = (amount: string, currency: string | null) => [
    formatAmount(amount, currency),
    formatSurcharge(amount, currency),
  ]
  expect(shown('2940.0000', 'EUR')).toEqual(['2,940.00', '+2,940.00'])
  expect(shown('2940', 'JPY')).toEqual(['2,940', '+2,940'])
  expect(shown('2940.5', 'KWD')).toEqual(['2,940.500', '+2,940.500'])
  expect(shown('0.0125', 'EUR')).toEqual(['0.0125', '+0.0125'])
  expect(shown('7', null)).toEqual(['7.00', '+7.00'])
  expect([formatAmount(null, 'EUR'), formatSurcharge('-1.5', 'EUR')]).toEqual(['–', '-1.50'])
})

it('adds what is taken to the machine', () => {
  const totals = totalsOf({ machine }, [option('2940.05', 14), option('0', null)])
  expect(totals).toMatchObject({ total: '94070.1500', optionCount: 2, leadDays: 126, missingOptions: [] })
})

it('has no total while a price is missing, and says which', () => {
  expect(totalsOf({ machine }, [option(null, 1)])).toMatchObject({ total: null, missingOptions: ['Option null'] })
  expect(totalsOf({ machine: { ...machine, basePrice: null } }, []).total).toBeNull()
  expect(totalsOf({ machine: { ...machine, leadWeeks: null } }, []).leadDays).toBeNull()
})

it('counts days over the ends of months and years', () => {
  expect(dayAfter(new Date(2026, 10, 22), 40)).toBe('2027-01-01')
})

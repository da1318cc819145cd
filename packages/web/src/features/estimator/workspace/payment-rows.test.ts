import { expect, test } from 'vitest'
import { type PaymentRow, paymentFault, paymentRows, sumOfShares, toPayments } from './payment-rows.ts'

const row = (percent: string, values: Partial<PaymentRow> = {}): PaymentRow => {
  return { key: percent, name: 'Share', percent, due: '', ...values }
}

test('payments are typed and read again as they were', () => {
  const payments = [
    { name: 'on order', percent: '33.3333', due: 'order' as const },
    { name: 'rest', percent: '66.6667' },
  ]
  expect(toPayments(paymentRows(payments))).toEqual(payments)
})

test('shares add up to 100 exactly, are numbers and have names; none at all are fine', () => {
  expect(paymentFault([])).toBeUndefined()
  expect(paymentFault([row('33.3333'), row('33.3333'), row('33.3334')])).toBeUndefined()
  expect(paymentFault([row('33.3333'), row('66.6666')])).toBe('sum')
  expect(paymentFault([row('a half'), row('50')])).toBe('unreadable')
  expect(paymentFault([row('-10'), row('110')])).toBe('unreadable')
  expect(paymentFault([row('100', { name: ' ' })])).toBe('unnamed')
  expect(sumOfShares([row('0.1'), row('0.2'), row('x')])).toBe('0.3')
})

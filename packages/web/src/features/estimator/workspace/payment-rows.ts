import { plusDecimals } from '@packhouse/contract'
import { editable, pageDecimalSign, readDecimal } from '../../../lib/format/decimal-text.ts'
import type { Payment } from './plan-bars.ts'

/** A payment as it is typed. */
export interface PaymentRow {
  key: string
  name: string
  /** In the numbers of the reader. */
  percent: string
  /** Empty where it is due with no event of the plan. */
  due: NonNullable<Payment['due']> | ''
}

/** Why payments cannot be saved. */
export type PaymentFault = 'unnamed' | 'unreadable' | 'sum'

const SHARE = /^\d{1,3}(\.\d{1,4})?$/

export function paymentRows(payments: readonly Payment[]): PaymentRow[] {
  return payments.map(({ name, percent, due }, place) => {
    return { key: String(place), name, percent: editable(percent), due: due ?? '' }
  })
}

export function toPayments(rows: readonly PaymentRow[]): Payment[] {
  return rows.map(({ name, percent, due }) => {
    return { name: name.trim(), percent: shareOf(percent) ?? '', ...(due === '' ? {} : { due }) }
  })
}

/** What a project refuses, before it is asked; none at all are fine. */
export function paymentFault(rows: readonly PaymentRow[]): PaymentFault | undefined {
  if (rows.length === 0) return undefined
  if (rows.some(({ name }) => name.trim() === '')) return 'unnamed'
  if (rows.some(({ percent }) => shareOf(percent) === undefined)) return 'unreadable'
  return Number(sumOfShares(rows)) === 100 ? undefined : 'sum'
}

/** The sum of the shares that can be read, a decimal number. */
export function sumOfShares(rows: readonly PaymentRow[]): string {
  return rows.reduce((sum, { percent }) => plusDecimals(sum, shareOf(percent) ?? '0'), '0')
}

function shareOf(text: string): string | undefined {
  const read = readDecimal(text, pageDecimalSign(), true)
  return 'value' in read && SHARE.test(read.value) ? read.value : undefined
}

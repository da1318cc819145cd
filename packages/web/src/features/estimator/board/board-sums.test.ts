import { afterEach, beforeEach, expect, test } from 'vitest'
import { setPageLocale } from '../../../lib/format/page-locale.ts'
import { formatRoughAmount, openSums } from './board-sums.ts'

beforeEach(() => setPageLocale('en-GB'))
afterEach(() => setPageLocale(undefined))

test('What is open is summed by currency, exactly, and without what is won or over', () => {
  const sum = (currency: string, total: string, weighted: string) => ({ currency, total, weighted })
  const open = openSums([
    { status: 'draft', sums: [sum('NOK', '7', '0'), sum('EUR', '0.1', '0.01')] },
    { status: 'sent', sums: [sum('EUR', '9007199254740993.2', '0.02')] },
    { status: 'won', sums: [sum('EUR', '5', '5')] },
    { status: 'lost', sums: [sum('USD', '5', '5')] },
  ])
  expect([...open]).toEqual([
    ['EUR', { total: '9007199254740993.3', weighted: '0.03' }],
    ['NOK', { total: '7', weighted: '0' }],
  ])
  expect(formatRoughAmount('3861234.56', 'EUR')).toBe('EUR 3.86m')
})

import { expect, test } from 'vitest'
import { formatPrice, formatUnitPrice } from './money.ts'

test('A unit price has at least the decimals of its currency and all that it has beyond them', () => {
  const cases: [string, number, string][] = [
    ['0.0125', 2, '0.0125'],
    ['0.0035', 2, '0.0035'],
    ['30.75', 2, '30.75'],
    ['70', 2, '70.00'],
    ['1250', 0, '1,250'],
    ['0.123456', 3, '0.123456'],
  ]
  for (const [price, minorUnits, words] of cases) expect(formatUnitPrice(price, minorUnits)).toBe(words)
  expect(formatPrice('0.0125', 'EUR')).toBe('EUR 0.0125')
  expect(formatPrice('91130', 'EUR')).toBe('EUR 91,130.00')
  expect(formatPrice('197334.5', 'EUR')).toBe('EUR 197,334.50')
  expect(formatPrice('197334', 'JPY')).toBe('JPY 197,334')
  expect(formatPrice('1.5', 'KWD')).toBe('KWD 1.500')
})

import { expect, it } from 'vitest'
import { nearestOption } from './nearest-option.ts'

const currencies = [
  { value: 'EUR', label: 'Euro, EUR' },
  { value: 'NOK', label: 'Norwegian krone, NOK' },
]
const industries = [
  { value: '1', label: 'Bakery', sublabel: 'BAK' },
  { value: '2', label: 'Dairy', sublabel: 'MILK-1' },
]

it('the choice that is most like a text is found by its name, or else by its code', () => {
  expect(nearestOption('Norwegian crown', currencies)?.value).toBe('NOK')
  expect(nearestOption('Backery', industries)?.value).toBe('1')
  expect(nearestOption('milk 1', industries)?.value).toBe('2')
  expect(nearestOption('Shipping', industries)).toBeUndefined()
})

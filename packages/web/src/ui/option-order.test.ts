import { expect, test } from 'vitest'
import { bestFirst } from './option-order.ts'

const countries = [
  { label: 'Not set' },
  { label: 'BD', sublabel: 'Bangladesh' },
  { label: 'DE', sublabel: 'Germany' },
  { label: 'DK', sublabel: 'Denmark' },
  { label: 'LB', sublabel: 'Lebanon' },
  { label: 'NO', sublabel: 'Norway' },
]
const first = (typed: string) => bestFirst(countries, typed)[0]?.label

test('a code comes before names that only contain it, then come names that begin with what is typed', () => {
  expect(['NO', 'de', 'Den', 'nor', 'leb'].map(first)).toEqual(['NO', 'DE', 'DK', 'NO', 'LB'])
  expect(bestFirst(countries, ' ')).toBe(countries)
  expect(bestFirst(countries, 'an').map(({ label }) => label)).toEqual(countries.map(({ label }) => label))
})

import { expect, test } from 'vitest'
import { sheetNumber } from './sheet-number.ts'

test('a number of a sheet has 15 digits and no exponent', () => {
  const given = [
    49.900000000000006,
    0.1 + 0.2,
    1234.0999999999999,
    1e-7,
    -1.5e-9,
    1.25,
    0,
    100,
    1e21,
    123456.7890123456,
  ]
  expect(given.map(sheetNumber)).toEqual([
    '49.9',
    '0.3',
    '1234.1',
    '0.0000001',
    '-0.0000000015',
    '1.25',
    '0',
    '100',
    '1000000000000000000000',
    '123456.789012346',
  ])
})

test('a whole number is exact as long as it can be', () => {
  expect([123_456_789_012_345, 9_007_199_254_740_991].map(sheetNumber)).toEqual(['123456789012345', '9007199254740991'])
})

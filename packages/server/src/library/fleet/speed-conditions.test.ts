import { expect, test } from 'vitest'
import { isMet } from './speed-conditions.ts'

const condition = { tag: 'film', value: null, least: null, most: null }

test('a text that is a number is as the number is', () => {
  const between = { ...condition, least: 45, most: 55 }
  for (const reading of [50.2, '50.2', ' 50.20 ', '+5.02e1'])
    expect([reading, isMet(between, reading)]).toEqual([reading, true])
  for (const reading of [60, '60', '', ' ', '50 µm', '0x32', 'Infinity', true, null])
    expect([reading, isMet(between, reading)]).toEqual([reading, false])
  expect(isMet({ ...condition, value: '40' }, '40.0')).toBe(true)
  expect(isMet({ ...condition, value: ' clear ' }, 'Clear')).toBe(true)
  expect(isMet({ ...condition, value: 'clear' }, 'matt')).toBe(false)
})

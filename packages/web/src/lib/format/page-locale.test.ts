import { afterEach, beforeEach, expect, it } from 'vitest'
import { dateFormat } from './date-formats.ts'
import { allOf } from './lists.ts'
import { formatCount, formatReading, formatTemperature } from './numbers.ts'
import { compareNames } from './order.ts'
import { setPageLocale } from './page-locale.ts'

beforeEach(() => setPageLocale('de'))
afterEach(() => setPageLocale(undefined))

it('decides how numbers are written', () => {
  expect([formatCount(9_000), formatTemperature(21.5), formatReading(1_234.5)]).toEqual(['9.000', '21,50', '1.234,5'])
  setPageLocale('en')
  expect([formatCount(9_000), formatTemperature(21.5), formatReading(1_234.5)]).toEqual(['9,000', '21.50', '1,234.5'])
})

it('decides how dates are written where the account names no language', () => {
  expect(dateFormat('date', 'UTC').format(Date.parse('2026-11-21T12:00:00Z'))).toBe('21.11.2026')
})

it('decides how texts are listed', () => {
  expect(allOf(['Bergen', 'Oslo', 'Ålesund'])).toBe('Bergen, Oslo und Ålesund')
})

it('decides the order of names', () => {
  const names = ['Zürich', 'Ålesund', 'Łódź', 'Line 10', 'Øst', 'Straße', 'Line 2', 'Ährig', 'Strasse B']
  expect([...names].sort(compareNames)).toEqual([
    'Ährig',
    'Ålesund',
    'Line 2',
    'Line 10',
    'Łódź',
    'Øst',
    'Straße',
    'Strasse B',
    'Zürich',
  ])
  setPageLocale('nb')
  expect(['Ålesund', 'Zürich', 'Øst'].sort(compareNames)).toEqual(['Zürich', 'Øst', 'Ålesund'])
})

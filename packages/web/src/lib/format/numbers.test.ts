import { expect, it } from 'vitest'
import { formatCount, formatPercent, formatRate, formatReading, formatTemperature } from './numbers.ts'

const decimal = (text: string) => text.replace(',', '.')

it('gives a temperature exactly two decimals', () => {
  expect(decimal(formatTemperature(21))).toBe('21.00')
  expect(decimal(formatTemperature(31.416))).toBe('31.42')
  expect(decimal(formatTemperature(0))).toBe('0.00')
})

it('rounds a percentage to a whole number', () => {
  expect(formatPercent(90.5)).toBe('91')
  expect(formatPercent(0)).toBe('0')
})

it('puts a dash where a number is missing and never a zero', () => {
  for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(formatTemperature(missing)).toBe('–')
    expect(formatPercent(missing)).toBe('–')
    expect(formatCount(missing)).toBe('–')
    expect(formatRate(missing)).toBe('–')
  }
})

it('shows free-form readings of every type', () => {
  expect(formatReading(true)).toBe('Yes')
  expect(formatReading(false)).toBe('No')
  expect(formatReading('Recipe 7')).toBe('Recipe 7')
  expect(formatReading(null)).toBe('–')
  expect(formatReading('')).toBe('–')
  expect(formatReading(0)).toBe('0')
})

import { afterEach, describe, expect, it } from 'vitest'
import { differenceIn, formatMeasured, measuredInUnit, measureOf, withUnit } from './measures.ts'
import { adoptTemperatureUnit } from './temperature-unit.ts'

describe('a measured value', () => {
  afterEach(() => adoptTemperatureUnit({ own: null }))

  it.each([
    ['temperature', 31.426667, '31.43'],
    ['temperature', 31, '31.00'],
    ['humidity', 42.777, '42.8'],
    ['cyclesPerMin', 28.4444, '28.4'],
    ['totalCycles', 2345, '2,345'],
    ['Seal temperature (°C)', 148.25, '148.25'],
    ['Seal temperature (°C)', 148.256789, '148.26'],
    ['AirPressure', 5.999999, '6'],
    ['Leak', 0.001_234_5, '0.00123'],
    ['Leak', 0, '0'],
    ['Leak', 0.5, '0.5'],
  ])('of %s, %d, has sensible decimals', (tag, value, words) => {
    expect(formatMeasured(tag, value)).toBe(words)
  })

  it('has the unit of its field, or the one its name ends with', () => {
    expect(
      ['temperature', 'humidity', 'Jaw (°C)', 'Jaw [bar]', 'Jaw', 'totalCycles'].map((tag) => measureOf(tag).unit),
    ).toEqual(['°C', '%', '°C', 'bar', '', ''])
    expect(withUnit(measureOf('temperature'), 31.426667)).toBe('31.43 °C')
    expect(withUnit(measureOf('Jaw'), 3)).toBe('3')
  })

  it('has as many decimals as are set for it, a field of every record too', () => {
    expect(measuredInUnit('Jaw (°C)', 152.349, { decimals: 1 })).toBe('152.3 °C')
    expect(measuredInUnit('Vacuum', 18, { unit: 'mbar', decimals: 3 })).toBe('18.000 mbar')
    expect(measuredInUnit('humidity', 41.6, { decimals: 0 })).toBe('42 %')
    expect(formatMeasured('temperature', 31.4267, { decimals: 1 })).toBe('31.4')
    expect(formatMeasured('temperature', 31.4267, { decimals: null })).toBe('31.43')
  })

  it('has the unit that its tag map declares, before the one of its name; fields have their own', () => {
    expect(measuredInUnit('Jaw', 152.3, { unit: '°C' })).toBe('152.3 °C')
    expect(measuredInUnit('Jaw (°C)', 425.45, { unit: 'K' })).toBe('425.45 K')
    expect(measuredInUnit('temperature', 31, { unit: 'K' })).toBe('31.00 °C')
    expect(['Pillow bag', true, null].map((value) => measuredInUnit('Jaw', value, { unit: '°C' }))).toEqual([
      'Pillow bag',
      'Yes',
      '–',
    ])
  })

  it('is in the unit of the reader', () => {
    adoptTemperatureUnit({ own: 'fahrenheit' })
    expect(formatMeasured('temperature', 20)).toBe('68.00')
    expect(measureOf('temperature').unit).toBe('°F')
  })

  it('leaves texts, truths and what is missing as they are', () => {
    expect(['Pillow bag', true, null, undefined].map((value) => formatMeasured('Recipe', value))).toEqual([
      'Pillow bag',
      'Yes',
      '–',
      '–',
    ])
  })

  it('differs from another by a signed value, and by nothing without a sign of its own', () => {
    const measure = measureOf('temperature')
    expect([0.5166, -0.5166, 0.001].map((difference) => differenceIn(measure, difference))).toEqual([
      '+0.52 °C',
      '−0.52 °C',
      '±0.00 °C',
    ])
  })
})

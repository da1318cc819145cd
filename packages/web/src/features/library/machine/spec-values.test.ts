import { describe, expect, it } from 'vitest'
import { faultOfTyped, nothingTyped, type SpecField, toTyped, toValue } from './spec-values.ts'

const field = (more: Partial<SpecField>): SpecField => ({
  key: 'film',
  label: 'Film',
  kind: 'number',
  unit: 'mm',
  required: false,
  min: null,
  max: null,
  options: [],
  ...more,
})

describe('a value of a machine', () => {
  it('comes back as it was read, whatever its kind', () => {
    expect(toValue({ kind: 'range' }, toTyped({ from: 2, to: 4.5 }))).toEqual({ from: 2, to: 4.5 })
    expect(toValue({ kind: 'number' }, toTyped(-3))).toBe(-3)
    expect(toValue({ kind: 'boolean' }, toTyped(false))).toBe(false)
    expect(toValue({ kind: 'enum' }, toTyped('By hand'))).toBe('By hand')
    expect(toValue({ kind: 'text' }, toTyped(null))).toBeNull()
  })

  it('takes a comma for a point', () => {
    expect(toValue({ kind: 'number' }, { first: '1,5', last: '' })).toBe(1.5)
  })
})

describe('what is typed', () => {
  const faults = (more: Partial<SpecField>, first: string, last = '') =>
    faultOfTyped(field(more), { first, last }, true)

  it('is refused with the figure that it crosses', () => {
    expect(faults({ min: 80 }, '60')).toBe('Film must not be below 80 mm.')
    expect(faults({ max: 80, unit: null }, '90')).toBe('Film must not be above 80.')
    expect(faults({ kind: 'range' }, '80', '60')).toBe('To must not be below From, 80 mm.')
    expect(faults({ kind: 'range' }, '80')).toBe('Film needs both ends.')
    expect(faults({}, '1,200')).toBe('This can mean two numbers. Type 1200 or 1.2000.')
    expect(faults({}, 'wide')).toBe('Film must be a number.')
    expect(faults({ kind: 'text' }, 'wide')).toBeUndefined()
  })

  it('may be nothing, unless the field is required of a machine that is no draft', () => {
    expect(faults({}, '')).toBeUndefined()
    expect(faults({ required: true }, '')).toBe('Film is required')
    expect(faultOfTyped(field({ required: true }), nothingTyped, false)).toBeUndefined()
  })
})

import { field } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { setPageLocale } from '../lib/format/page-locale.ts'
import { changedNames, fromFormValue, fromFormValues, toFormValue, toFormValues } from './form-values.ts'

const fields = {
  name: field.text({ label: 'Name', required: true }),
  notes: field.multiline({ label: 'Notes' }),
  seats: field.integer({ label: 'Seats', required: true, min: 1, max: 9, fallback: 1 }),
  limit: field.decimal({ label: 'Limit', decimalPlaces: 4 }),
  latitude: field.number({ label: 'Latitude', min: -90, max: 90 }),
  active: field.boolean({ label: 'Active', fallback: true }),
  consentAt: field.time({ label: 'Consent' }),
  features: field.list({ label: 'Features' }),
}

describe('values of a form', () => {
  it('start from what the declaration falls back to', () => {
    expect(toFormValues(fields, undefined)).toMatchObject({ name: '', seats: '1', active: true, features: [] })
  })

  it('are sent as null where a field is empty', () => {
    expect(fromFormValues(fields, { ...toFormValues(fields, undefined), notes: '  ' })).toMatchObject({
      name: null,
      notes: null,
      limit: null,
      latitude: null,
    })
  })

  it('are trimmed, but not inside a text of several lines', () => {
    expect(fromFormValue(fields.name, '  Havkyst ')).toBe('Havkyst')
    expect(fromFormValue(fields.notes, 'a\n  b')).toBe('a\n  b')
  })

  it('keep an amount of money exactly as it was typed', () => {
    expect(fromFormValue(fields.limit, '100000000000.1000')).toBe('100000000000.1000')
    expect(fromFormValue(fields.limit, '12,5')).toBe('12.5')
  })

  it.each([
    ['en', '1,234', '1.234', '12,5'],
    ['de', '1.234', '1,234', '12.5'],
  ])(
    'are not sent a thousand times too small where the sign of a number may part thousands (%s)',
    (language, unclear, clear, other) => {
      setPageLocale(language)
      for (const sign of ['', '-']) {
        expect(fields.limit.schema.safeParse(fromFormValue(fields.limit, sign + unclear)).success).toBe(false)
        expect(fromFormValue(fields.latitude, sign + unclear)).toBeNaN()
      }
      expect(fromFormValue(fields.limit, clear)).toBe('1.234')
      expect(fromFormValue(fields.latitude, clear)).toBe(1.234)
      expect(fromFormValue(fields.limit, other)).toBe('12.5')
      expect(toFormValue(fields.limit, '1.234')).toBe(clear)
      setPageLocale(undefined)
    },
  )

  it('turn numbers into numbers and leave nonsense for the check', () => {
    expect(fromFormValue(fields.seats, ' 7 ')).toBe(7)
    expect(fromFormValue(fields.latitude, '-12,25')).toBe(-12.25)
    expect(fromFormValue(fields.seats, 'many')).toBeNaN()
  })

  it('bring a moment to the reader’s clock and back', () => {
    const moment = '2026-11-21T08:30:00.000Z'
    expect(fromFormValue(fields.consentAt, toFormValue(fields.consentAt, moment))).toBe(moment)
  })

  it('know which of them have changed', () => {
    const start = toFormValues(fields, { name: 'A', seats: 2, features: ['x'] })
    expect(changedNames(start, { ...start, seats: '3', features: ['x'] })).toEqual(['seats'])
    expect(changedNames(start, { ...start, features: ['x', 'y'] })).toEqual(['features'])
  })
})

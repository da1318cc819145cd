import { expect, test } from 'vitest'
import { validityOf } from './validity.ts'

const now = Date.parse('2026-11-23T10:00:00Z')

test('a quote whose end is near or past is urgent while it is open, and not once it is over', () => {
  expect(validityOf('2026-11-28', 'sent', now)).toEqual({ words: 'Ends in 5 days', isUrgent: true })
  expect(validityOf('2026-11-23', 'sent', now)).toEqual({ words: 'Ends today', isUrgent: true })
  expect(validityOf('2026-11-01', 'draft', now).isUrgent).toBe(true)
  expect(validityOf('2026-11-01', 'lost', now).isUrgent).toBe(false)
  expect(validityOf('2026-12-31', 'review', now).isUrgent).toBe(false)
  expect(validityOf(null, 'draft', now)).toEqual({ words: '', isUrgent: false })
})

import { expect, test } from 'vitest'
import { mailTime } from './mail-time.ts'

test('a moment in a mail has the form of the language and names the zone of its clock', () => {
  const at = Date.parse('2026-07-21T22:05:00Z')
  expect(mailTime(at, { language: 'en-GB', zone: 'Europe/Oslo' })).toBe('22 Jul 2026, 00:05:00 CEST')
  expect(mailTime(at, { language: 'de-DE', zone: 'Asia/Tokyo' })).toBe('22.07.2026, 07:05:00 GMT+9')
})

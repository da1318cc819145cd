import { expect, test } from 'vitest'
import { isBackupDue, isDrillDue, turnsOf } from './backup-schedule.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const iso = (times: number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16))

test('a daily backup is due at its hour, a weekly one on Monday', () => {
  expect(iso(turnsOf('daily', 2, at('2026-11-26T01:59')))).toEqual(['2026-11-25T02:00', '2026-11-26T02:00'])
  expect(iso(turnsOf('daily', 2, at('2026-11-26T02:00')))).toEqual(['2026-11-26T02:00', '2026-11-27T02:00'])
  expect(iso(turnsOf('weekly', 23, at('2026-11-26T12:00')))).toEqual(['2026-11-23T23:00', '2026-11-30T23:00'])
})

test('it is due until it has succeeded, again an hour after a failure, and never without a schedule', () => {
  const now = at('2026-11-26T03:00')
  const due = (success: string | null, failure: string | null) =>
    isBackupDue(
      'daily',
      2,
      { lastSuccessAt: success && at(success), lastFailureAt: failure && at(failure) } as never,
      now,
    )
  expect(due(null, null)).toBe(true)
  expect(due('2026-11-25T02:05', null)).toBe(true)
  expect(due('2026-11-26T02:05', null)).toBe(false)
  expect(due('2026-11-25T02:05', '2026-11-26T02:30')).toBe(false)
  expect(due('2026-11-25T02:05', '2026-11-26T02:00')).toBe(true)
  expect(isBackupDue('off', 2, { lastSuccessAt: null, lastFailureAt: null }, now)).toBe(false)
})

test('a drill is due a week after the last that succeeded, where there is a backup', () => {
  const now = at('2026-11-26T03:00')
  const none = { lastSuccessAt: null, lastFailureAt: null }
  const backups = { ...none, lastSuccessAt: at('2026-11-26T02:00') }
  expect(isDrillDue(none, none, now)).toBe(false)
  expect(isDrillDue(backups, none, now)).toBe(true)
  expect(isDrillDue(backups, { ...none, lastSuccessAt: at('2026-11-20T03:00') }, now)).toBe(false)
  expect(isDrillDue(backups, { ...none, lastFailureAt: at('2026-11-26T00:00') }, now)).toBe(false)
})

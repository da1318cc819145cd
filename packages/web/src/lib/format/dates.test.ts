import { describe, expect, it } from 'vitest'
import { absoluteLabel, dateTitle, formatDuration, formatPlainDate, relativeLabel, toMillis } from './dates.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The label of a moment `age` milliseconds ago. */
const aged = (age: number) => relativeLabel(now - age, now)
const localDate = (millis: number) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(millis)

describe('the relative date label', () => {
  it.each([
    [0, 'Just now'],
    [29_999, 'Just now'],
    [30_000, '1m ago'],
    [89_999, '1m ago'],
    [90_000, '1m ago'],
    [2 * MINUTE - 1, '1m ago'],
    [2 * MINUTE, '2m ago'],
    [HOUR - 1, '59m ago'],
    [HOUR, '1h ago'],
    [24 * HOUR - 1, '23h ago'],
  ])('says for an age of %i ms: %s', (age, label) => {
    expect(aged(age)).toBe(label)
  })

  it('is the local date from one day on', () => {
    expect(aged(24 * HOUR)).toBe(localDate(now - 24 * HOUR))
    expect(aged(24 * HOUR)).not.toContain('ago')
  })

  it('says Just now when the clock of the reader is behind the server', () => {
    expect(aged(-1)).toBe('Just now')
    expect(aged(-2 * HOUR)).toBe('Just now')
  })

  it.each([undefined, null, '', 'yesterday', Number.NaN, Number.POSITIVE_INFINITY, 9e15, new Date('no')])(
    'is a dash for %s',
    (value) => {
      expect(relativeLabel(value, now)).toBe('–')
      expect(absoluteLabel(value)).toBe('–')
      expect(dateTitle(value)).toBe('–')
    },
  )

  it('takes ISO text, milliseconds and dates alike', () => {
    const iso = '2026-11-21T11:55:00Z'
    expect(relativeLabel(iso, now)).toBe('5m ago')
    expect(relativeLabel(new Date(iso), now)).toBe('5m ago')
    expect(relativeLabel(Date.parse(iso), now)).toBe('5m ago')
  })
})

describe('the absolute label and the hover title', () => {
  it('hold date and time, the title with seconds', () => {
    const moment = '2026-11-21T11:55:07Z'
    const seconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
    expect(dateTitle(moment)).toBe(seconds.format(Date.parse(moment)))
    expect(dateTitle(moment)).toContain(':07')
    expect(absoluteLabel(moment)).not.toContain(':07')
    expect(absoluteLabel(moment)).toContain(localDate(Date.parse(moment)))
  })
})

describe('plain dates and durations', () => {
  it('keep the day that was written, whatever the time zone', () => {
    expect(formatPlainDate('2026-09-14')).toContain('14')
    expect(formatPlainDate('2026-09-01')).toContain('1')
  })

  it('are a dash when missing or not a date', () => {
    expect(formatPlainDate(null)).toBe('–')
    expect(formatPlainDate('2026-13-45')).toBe('–')
    expect(formatPlainDate('soon')).toBe('–')
  })

  it('write a duration as hours and two-digit minutes', () => {
    expect(formatDuration(7 * HOUR + 5 * MINUTE)).toBe('7:05')
    expect(formatDuration(0)).toBe('0:00')
    expect(formatDuration(168 * HOUR)).toBe('168:00')
  })
})

it('reads the epoch as a time, not as missing', () => {
  expect(toMillis(0)).toBe(0)
})

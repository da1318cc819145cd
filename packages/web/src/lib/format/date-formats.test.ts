import { afterEach, describe, expect, it } from 'vitest'
import { adoptDateFormats, dateFormat, readerZone } from './date-formats.ts'
import { absoluteLabel, dateTitle, formatPlainDate, relativeLabel } from './dates.ts'
import { siteClock } from './site-clock.ts'

const evening = '2026-11-21T22:30:00Z'
const browser = Intl.DateTimeFormat().resolvedOptions().timeZone

afterEach(() => adoptDateFormats({ language: null, timezone: null }))

describe('the form of dates', () => {
  it('follows language and time zone of the account, everywhere', () => {
    adoptDateFormats({ language: 'de-DE', timezone: 'Asia/Tokyo' })
    expect(absoluteLabel(evening)).toBe('22.11.2026, 07:30')
    expect(dateTitle(evening)).toBe('22.11.2026, 07:30:00')
    expect(relativeLabel(evening, Date.parse(evening) + 3 * 86_400_000)).toBe('22.11.2026')
    expect(formatPlainDate('2026-11-21')).toBe('21.11.2026')
    expect(readerZone()).toBe('Asia/Tokyo')
  })

  it('keeps the zone of a site and takes only the language', () => {
    const clock = siteClock('Europe/Oslo')
    adoptDateFormats({ language: 'en-US', timezone: 'Asia/Tokyo' })
    expect(clock.time(Date.parse(evening))).toMatch(/^11:30\sPM$/)
    expect(siteClock(undefined).zone).toBe('Asia/Tokyo')
  })

  it('is as in the browser where the account says nothing, or something that is not known', () => {
    const own = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(evening),
    )
    expect(absoluteLabel(evening)).toBe(own)
    adoptDateFormats({ language: '??', timezone: 'Mars/Olympus' })
    expect(absoluteLabel(evening)).toBe(own)
    expect(readerZone()).toBe(browser)
    expect(dateFormat('date').resolvedOptions().timeZone).toBe(browser)
  })
})

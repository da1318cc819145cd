import { z } from 'zod'

/** Control characters, of Latin-1 too. */
const CONTROL = /\p{Cc}/u
/** The same but for tabs and the ends of lines. */
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u
/** They turn the direction of what follows, so that a name looks like another one (Unicode Technical Report 36, 2.10). */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/

/** Text without control characters: they break tables, logs and spreadsheets. A text of one line is a name or the like. */
export function plain(max: number, multiline: boolean): z.ZodString {
  const control = multiline ? CONTROL_IN_LINES : CONTROL
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must not be longer than ${max} characters`)
    .refine((text) => !control.test(text), 'must not contain control characters')
    .refine(
      (text) => multiline || !DIRECTION.test(text),
      'must not contain characters that change the direction of writing',
    )
    .refine((text) => text.isWellFormed(), 'must not contain an unpaired surrogate')
    .refine((text) => text === '' || /[^\p{Cf}\p{Z}\p{Cc}]/u.test(text), 'must contain at least one visible character')
}

/** An http(s) address. Readers of addresses leave tabs and line ends out: what is sent would not be where it leads. */
export function webAddress(max: number, error: string) {
  return z
    .string()
    .trim()
    .check(({ value, issues }) => {
      if (!/[\s\p{Cc}]/u.test(value)) return
      const fault = { code: 'invalid_format', format: 'url', message: 'must not contain white space' } as const
      issues.push({ ...fault, input: value, continue: false })
    })
    .url({ protocol: /^https?$/, error })
    .max(max)
}

/** A path of this site: browsers read a backslash as a slash, and two of them lead elsewhere. */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\s\p{Cc}]*$/u.test(text)
}

/** The last moment that is asked for: what is rounded up from it is still in a year of four digits, as the database reads them. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)
const IN_YEARS = 'must be in the years 1970 to 9999'
/** PostgreSQL reads no longer ones, however many digits of a second there are. */
const LONGEST_MOMENT = 40

/** A day that PostgreSQL has too: there is no year 0000. */
export function dayUnder(message: string) {
  return z.iso.date(message).refine((day) => day >= '0001', message)
}

/** A moment that PostgreSQL has too: offsets end before 16 hours. */
export function momentUnder(message: string) {
  const isKnown = (text: string) =>
    text >= '0001' && text.length <= LONGEST_MOMENT && !/[+-](1[6-9]|2\d):?\d\d$/.test(text)
  return z.iso.datetime({ offset: true, error: message }).refine(isKnown, message)
}

/** A moment that somebody asks for, from 1970 on: every part of the product can reckon with it. */
export const momentSchema = momentUnder('must be a time such as 2026-11-21T14:30:00Z').refine(
  // Values that are not times were refused already.
  (text) => !(Date.parse(text) < 0 || Date.parse(text) > LAST_MOMENT),
  IN_YEARS,
)

/** A day that somebody asks for, within the same years. */
export const daySchema = dayUnder('must be a day such as 2026-11-23').refine(
  (day) => !(Date.parse(day) < 0 || Date.parse(day) > LAST_MOMENT),
  IN_YEARS,
)

/** A whole number that a column of PostgreSQL holds. */
export function wholeFrom(least: number) {
  return z.int().min(least).max(2_147_483_647)
}

/** A few words to search for. */
export function words(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((text) => !CONTROL.test(text), 'must not contain control characters')
}

/** Whether a text is a language tag (BCP 47) of a language that this platform has a name for. */
export function isLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) return false
  try {
    const { language } = new Intl.Locale(tag)
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) !== undefined
  } catch {
    return false
  }
}

export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +01:00 are accepted by Intl and are no time zones: they know no summer.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

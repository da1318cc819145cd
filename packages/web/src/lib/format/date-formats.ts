import { pageLocale } from './page-locale.ts'

/** The forms of dates and times in the product. There are no others. */
const forms = {
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  dateTimeFull: { dateStyle: 'medium', timeStyle: 'medium' },
  time: { hour: '2-digit', minute: '2-digit' },
  timeFull: { timeStyle: 'medium' },
  timeExact: { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  dayOfYear: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  dayOfMonth: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long' },
  month: { month: 'short', year: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateForm = keyof typeof forms

/** What the account of the reader says of dates; what it leaves open is as on the page, or of the time zone as in the browser. */
export interface ReaderChoice {
  /** BCP 47. */
  language: string | null
  /** IANA name. */
  timezone: string | null
}

let reader: { language: string | undefined; zone: string | undefined } = { language: undefined, zone: undefined }

// Creating a format costs more than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>()

/** Takes over what the account says, for everything that is written from now on. */
export function adoptDateFormats({ language, timezone }: ReaderChoice): void {
  reader = { language: known(language, isLanguage), zone: known(timezone, isZone) }
}

/** IANA name of the time zone that the reader lives by: that of the account, or else of the browser. */
export function readerZone(): string {
  return reader.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** @param zone IANA name of the zone whose clock is meant; the reader's own where it is left out */
export function dateFormat(form: DateForm, zone: string | undefined = reader.zone): Intl.DateTimeFormat {
  const language = reader.language ?? pageLocale()
  const key = `${language} ${form} ${zone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...forms[form], timeZone: zone })
  formats.set(key, format)
  return format
}

/** Whether this browser knows a time zone. */
export function isZone(zone: string): boolean {
  return holds(() => new Intl.DateTimeFormat(undefined, { timeZone: zone }))
}

function isLanguage(language: string): boolean {
  return holds(() => Intl.getCanonicalLocales(language))
}

function known(value: string | null, isKnown: (value: string) => boolean): string | undefined {
  return value !== null && isKnown(value) ? value : undefined
}

function holds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

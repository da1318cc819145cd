import format from 'icu-minify/format'

/** An ICU message as the formatter reads it: plain text, or its parts. */
export type CompiledMessage = Parameters<typeof format>[0]

/** What fills the placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>

const pluralRules = new Map<string, Intl.PluralRules>()
const numberFormats = new Map<string, Intl.NumberFormat>()

const formatters = {
  getDateTimeFormat: (locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, options),
  getNumberFormat: (locale?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) =>
    cached(numberFormats, `${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)),
  getPluralRules: (locale?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions) =>
    cached(pluralRules, `${locale} ${options?.type}`, () => new Intl.PluralRules(locale, options)),
}

/**
 * The text of a message.
 * @param locale BCP 47; decides plurals and the look of numbers
 */
export function formatMessage(message: CompiledMessage, locale: string, values?: MessageValues): string {
  return typeof message === 'string' ? message : String(format<string>(message, locale, values, { formatters }))
}

function cached<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

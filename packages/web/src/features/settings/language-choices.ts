import { compareNames } from '../../lib/format/order.ts'
import { pageLocale } from '../../lib/format/page-locale.ts'

/** Languages with a country, because the country says how dates are written. */
const languages = [
  'bg-BG',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-US',
  'es-ES',
  'es-MX',
  'et-EE',
  'fi-FI',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hr-HR',
  'hu-HU',
  'is-IS',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'lt-LT',
  'lv-LV',
  'nb-NO',
  'nl-BE',
  'nl-NL',
  'nn-NO',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'sk-SK',
  'sl-SI',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
]

export interface Choice {
  value: string
  label: string
}

/** The languages to choose from, by name. @param current stays a choice even if the list has no such language */
export function languageChoices(current: string | null): Choice[] {
  const names = new Intl.DisplayNames([pageLocale() ?? 'en'], { type: 'language' })
  const labelled = withCurrent(languages, current).map((value) => ({ value, label: names.of(value) ?? value }))
  return labelled.sort((a, b) => compareNames(a.label, b.label))
}

/** The time zones that the browser knows. @param current stays a choice even if the browser does not list it, such as UTC */
export function zoneChoices(current: string | null): Choice[] {
  const zones = withCurrent(['UTC', ...Intl.supportedValuesOf('timeZone')], current)
  return zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

function withCurrent(values: readonly string[], current: string | null): string[] {
  return [...new Set(current === null ? values : [...values, current])]
}

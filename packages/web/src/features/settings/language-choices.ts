import { t } from '@packhouse/messages'
import { compareNames } from '../../lib/format/order.ts'

/** Languages with a country, because the country decides how dates and numbers are written. */
const tags = [
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

export interface ChoiceGroup {
  label: string
  choices: readonly Choice[]
}

/**
 * The languages to choose from, each by its own name: a group for each language that there are texts in, with its countries,
 * and one for those that only dates and numbers follow.
 * @param offered languages with texts, such as `de`
 * @param current stays a choice even if the list has no such language
 */
export function languageChoices(offered: readonly string[], current: string | null): ChoiceGroup[] {
  const all = withCurrent(tags, current)
  const withTexts = offered.map((language) => {
    const ofLanguage = all.filter((tag) => languageOf(tag) === language)
    return { label: languageName(language), choices: toChoices(ofLanguage.length > 0 ? ofLanguage : [language]) }
  })
  const others = toChoices(all.filter((tag) => !offered.includes(languageOf(tag))))
  return [...withTexts, { label: t('settings.datesAndNumbersOnly'), choices: others }]
}

function toChoices(values: readonly string[]): Choice[] {
  return values.map((value) => ({ value, label: languageName(value) })).sort((a, b) => compareNames(a.label, b.label))
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag
}

/** `Deutsch (Schweiz)` for `de-CH`; the tag itself where the browser does not know it or it is malformed. */
export function languageName(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return tag
  }
}

/** The time zones that the browser knows. @param current stays a choice even if the browser does not list it, such as UTC */
export function zoneChoices(current: string | null): Choice[] {
  const zones = withCurrent(['UTC', ...Intl.supportedValuesOf('timeZone')], current)
  return zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}

function withCurrent(values: readonly string[], current: string | null): string[] {
  return [...new Set(current === null ? values : [...values, current])]
}

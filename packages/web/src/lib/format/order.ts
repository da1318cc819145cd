import { pageLocale } from './page-locale.ts'

let collator: { locale: string | undefined; compare: Intl.Collator['compare'] } | undefined

/** Orders names as people of the page's language expect them, and `Line 2` before `Line 10`. */
export function compareNames(one: string, other: string): number {
  const locale = pageLocale()
  if (collator?.locale !== locale || collator === undefined) {
    collator = { locale, compare: new Intl.Collator(locale, { numeric: true }).compare }
  }
  return collator.compare(one, other)
}

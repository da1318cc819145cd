import { languages } from 'virtual:messages'
import { setPageLocale } from '../format/page-locale.ts'
import { firstKnown, isTag, languageOf } from './known-languages.ts'

export { offeredLanguages } from 'virtual:messages'

/** The same key is cleared with the rest of local storage at sign-out. */
const storageKey = 'packhouse-language'

const withoutAccount = [...navigator.languages, document.documentElement.lang]

/**
 * The tag that dates, numbers and order follow: of the languages of the account, the browser and the installation the first that there are texts for, such as
 * `de-CH`. It stays until the page is loaded again.
 */
export const locale = firstKnown([localStorage.getItem(storageKey) ?? '', ...withoutAccount], languages)
setPageLocale(locale)
// Shop-floor panels in the locale POSIX say `en-US@posix`, by which the chart library writes numbers as soon as it is loaded, and fails.
if (!isTag(navigator.language)) Object.defineProperty(navigator, 'language', { value: locale, configurable: true })

/** Whether the page would be in another language without the choice of the account. */
export const isChosenByAccount = locale !== firstKnown(withoutAccount, languages)

/** The language of the texts, such as `de`. */
export const language = languageOf(locale, languages) ?? 'en'

document.documentElement.lang = locale
document.documentElement.dir = language.startsWith('ar') ? 'rtl' : 'ltr'

/**
 * Takes over the language of the account. Texts are read once, when the page loads: a new language loads it again.
 * @param tag BCP 47; null where the account leaves it to the browser
 */
export function adoptLanguage(tag: string | null): void {
  if (tag === localStorage.getItem(storageKey)) return
  if (tag === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, tag)
  const next = firstKnown([tag ?? '', ...withoutAccount], languages)
  if (next !== locale) location.reload()
}

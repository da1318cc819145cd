import { AsyncLocalStorage } from 'node:async_hooks'
import type { Catalogue } from '@packhouse/messages'
import { catalogues } from '@packhouse/messages/catalogues'
import { compileMessage } from '@packhouse/messages/compile'
import { setTranslator } from '@packhouse/messages/current'
import { declaredText } from '@packhouse/messages/declared-text'
import { formatMessage } from '@packhouse/messages/formatter'
import { type PseudoLanguage, pseudoCatalogue, pseudoLanguages } from '@packhouse/messages/pseudo'

/** A language range with its weight, RFC 9110, 12.5.4. More are not looked at. */
const MOST_RANGES = 16
const FIRST = catalogues[0]

/** The language of the reader. It follows the work through its asynchronous steps, like the address of a request. */
const reader = new AsyncLocalStorage<Catalogue>()
let installation: Catalogue = FIRST

/** Sets the language of what is written for no particular person, such as a message that is stored. */
export function setInstallationLanguage(tag: string): void {
  installation = catalogueOf(tag) ?? FIRST
}

/** The installation's language as dates are written in it, BCP 47: English ones are European. */
export function installationLocale(): string {
  return installation.language === 'en' ? 'en-GB' : installation.language
}

/** Does work for a reader of a language, such as a mail. @param tag BCP 47; null or unknown for the installation's */
export function inLanguage<T>(tag: string | null, work: () => T): T {
  return reader.run((tag === null ? undefined : catalogueOf(tag)) ?? installation, work)
}

/** Does the work of a request in the language that it accepts. @param accepted the header `Accept-Language` */
export function inAcceptedLanguage<T>(accepted: string | undefined, work: () => T): T {
  return reader.run(acceptedCatalogue(accepted), work)
}

/** Words in a sentence: `a, b and c`, or with an `or`. */
export function listed(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  return new Intl.ListFormat(currentLocale(), { type: joint === 'and' ? 'conjunction' : 'disjunction' }).format(words)
}

/** `2,604,486.23`: a decimal with the signs of the reader's language, and without zeros at its end. */
export function readableDecimal(decimal: string): string {
  return new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 20 }).format(decimal as `${number}`)
}

function currentLocale(): string {
  return currentLanguage() === 'en' ? 'en-GB' : currentLanguage()
}

/** The language that texts are read in now, BCP 47. */
export function currentLanguage(): string {
  return current().language
}

const current = () => reader.getStore() ?? installation

setTranslator({
  message(key, values) {
    const { language, messages } = current()
    return formatMessage(compileMessage((messages as Readonly<Record<string, string>>)[key] ?? key), language, values)
  },
  declared: (text) => declaredText(current().declared, text),
})

function acceptedCatalogue(accepted: string | undefined): Catalogue {
  const ranges = (accepted ?? '').split(',', MOST_RANGES).map(toRange)
  const best = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of best) {
    const found = tag === '*' ? installation : catalogueOf(tag)
    if (found !== undefined) return found
  }
  return installation
}

function toRange(text: string): { tag: string; weight: number } {
  const [tag = '', weight = 'q=1'] = text.split(';', 2).map((part) => part.trim())
  const value = Number(/^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1] ?? 0)
  return { tag, weight: value }
}

const pseudo = new Map<string, Catalogue>()

/** The texts for a tag: German for `de-CH`. */
function catalogueOf(tag: string): Catalogue | undefined {
  const language = tag.toLowerCase().split('-')[0]
  return pseudoOf(tag) ?? catalogues.find((catalogue) => catalogue.language === language)
}

function pseudoOf(tag: string): Catalogue | undefined {
  const language = pseudoLanguages.find((name): name is PseudoLanguage => name === tag)
  if (language === undefined) return undefined
  const found = pseudo.get(language) ?? pseudoCatalogue(language, Object.keys(catalogues[1]?.declared ?? {}))
  pseudo.set(language, found)
  return found
}

import { declared as inLanguage, t } from '@packhouse/messages'
import { pageLocale } from '../lib/format/page-locale.ts'

/** First letter large: `location types` becomes `Location types`. */
export function capitalize(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase(pageLocale()) + text.slice(first.length)
}

/** A declared choice as people read it. */
export function wordOfChoice(choice: string): string {
  return capitalize(inLanguage(choice))
}

/** `1 customer`, `3 customers`. */
export function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  return t('resource.counted', { count, one, many })
}

/**
 * A fault of a field as a sentence. One that begins with a verb follows the label: `must not be empty` becomes
 * `Name must not be empty`; any other is a sentence of its own. Which words are such verbs is part of each language's texts.
 * @param message in English, or in the language of the page where the server has translated it
 */
export function faultSentence(label: string, message: string): string {
  const fault = inLanguage(message)
  const [first = ''] = fault.split(' ', 1)
  const follows = t('resource.verbsOfFaults').split(' ').includes(first)
  return follows ? t('resource.labelAndFault', { label, fault }) : capitalize(fault)
}

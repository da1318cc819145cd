import { declared } from '@packhouse/messages'

/** A declared choice as people read it: `dueSoon` is `Due soon` in English. */
export function choiceWords(value: string, locale: string): string {
  const words = declared(value)
  return words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1)
}

import { declared } from '@packhouse/messages'

/** `dueSoon` is a word of the program: it is shown as `Due soon`. */
export function choiceWords(value: string, locale: string): string {
  const known = declared(value)
  if (known !== value || !/^[a-z]/.test(value)) return known
  const words = value.replaceAll(/([a-z])([A-Z])/g, (_, one: string, other: string) => `${one} ${other.toLowerCase()}`)
  return words.slice(0, 1).toLocaleUpperCase(locale) + words.slice(1)
}

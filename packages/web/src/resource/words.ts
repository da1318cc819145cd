import { declared as inLanguage } from '@packhouse/messages'
/** First letter large: `location types` becomes `Location types`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `1 customer`, `3 customers`. */
export function counted(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}

/** The article before a noun, by its first letter: `a customer`, `an industry`. */
export function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** A fault of a field as a sentence: `must not be empty` becomes `Name must not be empty`. */
export function faultSentence(label: string, message: string): string {
  const words = inLanguage(message)
  return /^(must|is|has|refers|may|are) /.test(message) || (words !== message && /^\p{Ll}/u.test(words))
    ? `${label} ${words}`
    : capitalize(words)
}

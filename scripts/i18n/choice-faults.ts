import type { Catalogue } from '@packhouse/messages'

/** What a program calls something: words run together, or joined by what people do not write between words. */
const runTogether = /[a-z0-9][A-Z]|_/
/** Names in small letters that people do not read as words: abbreviations, and names with a hyphen. */
const abbreviation = /^(?=[a-z-]+$)([^aeiouy]+|[a-z]+(-[a-z]+)+)$/

/** Choices of declarations that people would read as the program calls them, `AtMost`, in a language, each as a line. */
export function choiceFaults({ language, declared }: Catalogue, choices: readonly string[]): string[] {
  const isEnglish = language === 'en'
  return [
    ...choices
      .filter((choice) => isInternal(choice, declared[choice] ?? choice))
      .map((choice) => `${language}: the choice '${choice}' has no words that people read`),
    // Those of other languages are held against all declared texts.
    ...Object.keys(isEnglish ? declared : {})
      .filter((text) => !choices.includes(text))
      .map((text) => `${language}: '${text}' is no choice`),
  ]
}

/** Whether a word is the name of the choice, or looks like one. */
function isInternal(choice: string, word: string): boolean {
  if (word.split(' ').some((part) => runTogether.test(part) && part.toLowerCase() === choice.toLowerCase())) return true
  return word.toLowerCase() === choice && /^[a-z]/.test(word) && abbreviation.test(choice)
}

import type { Catalogue, MessageKey } from './catalogue.ts'
import { choiceWords } from './choice-words.ts'
import { english } from './en.ts'

/**
 * Languages nobody speaks, to see on screens what is outside the catalogue, cut or not mirrored: `en-XA` is accented, a third
 * longer and in brackets, `ar-XB` reads from right to left.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const

export type PseudoLanguage = (typeof pseudoLanguages)[number]

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aAcCdDeEgGiIlLnNoOrRsStTuUyYzZ'].map((letter, index) => [
    letter,
    [...'áÅçÇðÐéÉĝĜíÎļĻñÑöÖŕŔšŠţŢüÛýÝžŽ'][index] as string,
  ]),
)

/** Opens and closes a right-to-left override: Latin letters run from right to left between them. */
const RTL = ['\u202e', '\u202c'] as const

export function pseudoCatalogue(language: PseudoLanguage, declared: Iterable<string>): Catalogue {
  const change = language === 'en-XA' ? accented : mirrored
  const messages = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, change(text)]))
  return {
    language,
    name: language,
    messages: messages as Record<MessageKey, string>,
    declared: Object.fromEntries([...declared].map((text) => [text, change(choiceWords[text] ?? text)])),
  }
}

/** `Save` becomes `[Šávé one]`: marked at both ends, accented, longer by a third. */
export function accented(text: string): string {
  const longer = 'one two three four five six seven'.slice(0, Math.ceil(text.length / 3))
  return `[${outsidePlaceholders(text, (plain) => plain.replace(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter))} ${longer}]`
}

export function mirrored(text: string): string {
  return outsidePlaceholders(text, (plain) => plain.replace(/\S[^\n]*\S|\S/g, (words) => RTL[0] + words + RTL[1]))
}

/** Changes the words of an ICU message: the text outside braces and in the branches of plurals and selects. */
function outsidePlaceholders(text: string, change: (plain: string) => string): string {
  /** Of each open brace, whether words follow it. */
  const braces: boolean[] = []
  return text.replace(/[{}]|[^{}]+/g, (part) => {
    if (part === '{') braces.push(braces.length > 0 && !braces.at(-1))
    else if (part === '}') braces.pop()
    else if (braces.at(-1) ?? true) return part.replace(/[^#]+/g, change)
    return part
  })
}

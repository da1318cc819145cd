/** Finds the text of a key, or of a declaration, in the language of whoever reads it. */
export interface Translator {
  message: (key: string, values?: Readonly<Record<string, string | number>>) => string
  declared: (text: string) => string
}

let current: Translator | undefined

/** Sets where texts come from; each process does it once, before anything asks for a text. */
export function setTranslator(translator: Translator): void {
  current = translator
}

export function currentTranslator(): Translator | undefined {
  return current
}

type Texts = Readonly<Record<string, string>>

/** A text with holes, `must be from {0} to {1}`, as an expression that finds what fills them. */
interface Pattern {
  expression: RegExp
  translation: string
}

const patternsOf = new WeakMap<Texts, Pattern[]>()

/**
 * The translation of a declaration's text. What schemas say of values differs by limits: it is found by a text with holes.
 * @returns the text itself where the language has none
 */
export function declaredText(texts: Texts, text: string): string {
  return texts[text] ?? filled(texts, text) ?? text
}

function filled(texts: Texts, text: string): string | undefined {
  for (const { expression, translation } of patterns(texts)) {
    const found = expression.exec(text)
    if (found) return translation.replace(/\{(\d)\}/g, (_, index) => found[Number(index) + 1] ?? '')
  }
  return undefined
}

function patterns(texts: Texts): Pattern[] {
  const known = patternsOf.get(texts)
  if (known !== undefined) return known
  const made = Object.entries(texts).flatMap(([text, translation]) =>
    /\{\d\}/.test(text) ? [toPattern(text, translation)] : [],
  )
  patternsOf.set(texts, made)
  return made
}

function toPattern(text: string, translation: string): Pattern {
  const parts = text.split(/\{\d\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return { expression: new RegExp(`^${parts.join('(.+?)')}$`), translation }
}

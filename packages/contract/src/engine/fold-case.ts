const ASCII = /^\p{ASCII}*$/u

/**
 * A text for comparisons without case: letter by letter the small one of its capital, composed (NFC) before and after. `İ`, `I`, `ı` and `i` are one letter, and
 * so are `Σ`, `σ` and `ς`; `ß` is `ẞ`, and not `ss`. The database's `fold_case` gives the same; where it is asked, it folds both sides.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += smallOf(capitalOf(letter))
  return folded.normalize('NFC')
}

/** Letters whose capital is written with several stay as they are. */
function capitalOf(letter: string): string {
  const capital = letter.toUpperCase()
  return isOne(capital) ? capital : letter
}

function smallOf(letter: string): string {
  if (letter === 'İ') return 'i'
  const small = letter.toLowerCase()
  return isOne(small) ? small : letter
}

function isOne(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff)
}

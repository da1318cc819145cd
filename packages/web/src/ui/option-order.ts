import { plainText } from '../lib/format/plain-text.ts'

interface Named {
  label: string
  sublabel?: string | undefined
}

/** Choices by how well they fit what is typed: a whole name or code, then those that begin with it, then a word that does. Others stay behind in their order. */
export function bestFirst<Choice extends Named>(choices: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = plainText(typed.trim())
  if (wanted === '') return choices
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, wanted) }))
  return ranked.sort((one, other) => one.rank - other.rank).map(({ choice }) => choice)
}

function rankOf({ label, sublabel = '' }: Named, wanted: string): number {
  const names = [plainText(label), plainText(sublabel)]
  const words = names.flatMap((name) => name.split(/[\s,]+/))
  if (names.includes(wanted) || words.includes(wanted)) return 0
  if (names.some((name) => name.startsWith(wanted))) return 1
  return words.some((word) => word.startsWith(wanted)) ? 2 : 3
}

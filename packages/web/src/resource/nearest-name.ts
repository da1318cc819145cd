import { plainText } from '../lib/format/plain-text.ts'

/**
 * The name that is most like what was searched for, to suggest it; undefined when none is like it. A name is also compared
 * by its words, because people search for `havkist` and mean `Havkyst Seafood A/S`.
 */
export function nearestName(wanted: string, names: readonly string[]): string | undefined {
  const plain = plainText(wanted.trim())
  if (plain.length < 3) return undefined
  const limit = Math.max(1, Math.floor(plain.length / 3))
  let nearest: { name: string; distance: number } | undefined
  for (const name of names) {
    const candidates = [name, ...name.split(/\s+/)]
      .map((word) => plainText(word.trim()))
      .filter((word) => word.length > 2)
    const distance = Math.min(...candidates.map((word) => editDistance(plain, word)))
    if (distance <= limit && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name, distance }
  }
  return nearest?.name
}

/** Levenshtein distance: the fewest letters to put in, take out or change. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

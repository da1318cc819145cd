import { plainText } from '../../lib/format/plain-text.ts'

/** How a word is found: as a whole word, as a part of one, or as letters across several words. */
export const tiers = { whole: 2, part: 1, across: 0 } as const
export type Tier = (typeof tiers)[keyof typeof tiers]

/** A stretch of a text, `[from, to)` in UTF-16 units. */
export type Range = readonly [from: number, to: number]

export interface Match {
  /** Higher is better. */
  score: number
  /** The least of how its words were found; entries are compared by it before anything else. */
  tier: Tier
  labelRanges: readonly Range[]
  sublabelRanges: readonly Range[]
}

interface Folded {
  text: string
  /** Where each unit of the text stood before, and its end. */
  origin: number[]
}

/** Folds case, accents and ligatures, so that people find names that their keyboard cannot write. */
function fold(text: string): Folded {
  let folded = ''
  const origin: number[] = []
  let at = 0
  for (const character of text) {
    const written = plainText(character)
    folded += written
    for (let i = 0; i < written.length; i++) origin.push(at)
    at += character.length
  }
  origin.push(at)
  return { text: folded, origin }
}

/** The same without what stands between letters and figures: `vffs2214` is VFFS-2214. */
function compact({ text, origin }: Folded): Folded {
  const kept = [...text.matchAll(/[\p{L}\p{N}]/gu)]
  return {
    text: kept.map(([character]) => character).join(''),
    origin: [
      ...kept.flatMap(({ 0: character, index }) => origin.slice(index, index + character.length)),
      origin.at(-1) ?? 0,
    ],
  }
}

/** The words of a query, folded like what they are looked for in. */
export function wordsOf(query: string): string[] {
  return fold(query)
    .text.split(/\s+/)
    .filter((word) => word !== '')
}

interface Hit {
  points: number
  tier: Tier
  range: Range
}

const pointsFor = { whole: 5, start: 4, wordStart: 3, inside: 2, compact: 1 }

function findWord(word: string, folded: Folded): Hit | null {
  const { text } = folded
  let at = text.indexOf(word)
  if (at < 0) return null
  // A later place is better than an earlier one inside a word: a whole word most of all, then where a word begins.
  const places = [...placesOf(word, text)]
  at = places.find((place) => isWord(text, place, word)) ?? places.find((place) => beginsWord(text, place)) ?? at
  const kind = text === word ? 'whole' : at === 0 ? 'start' : beginsWord(text, at) ? 'wordStart' : 'inside'
  const tier = isWord(text, at, word) ? tiers.whole : tiers.part
  return { points: pointsFor[kind], tier, range: originalRange(folded, at, word.length) }
}

function* placesOf(word: string, text: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) yield at
}

function isWord(text: string, at: number, word: string): boolean {
  return beginsWord(text, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length))
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))
}

function originalRange({ origin }: Folded, at: number, length: number): Range {
  return [origin[at] ?? 0, origin[at + length] ?? origin.at(-1) ?? 0]
}

function find(word: string, folded: Folded): Hit | null {
  const hit = findWord(word, folded)
  if (hit) return hit
  const bare = word.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const within = bare.length < 2 ? null : findWord(bare, compact(folded))
  return within && { ...within, points: pointsFor.compact, tier: tiers.across }
}

/** How an entry fits the words: each of them has to be in the label or the sublabel, or it is null. The label counts more. */
export function matchItem(
  words: readonly string[],
  item: { label: string; sublabel?: string | undefined },
): Match | null {
  const label = fold(item.label)
  const sublabel = fold(item.sublabel ?? '')
  const match = { score: 0, tier: tiers.whole as Tier, labelRanges: [] as Range[], sublabelRanges: [] as Range[] }
  for (const word of words) {
    const inLabel = find(word, label)
    const hit = inLabel ?? find(word, sublabel)
    if (!hit) return null
    match.tier = Math.min(match.tier, hit.tier) as Tier
    match.score += inLabel ? hit.points * 10 : hit.points
    ;(inLabel ? match.labelRanges : match.sublabelRanges).push(hit.range)
  }
  return match
}

/** A text cut at its ranges, overlapping ones joined: what is between them, and what was found. */
export function splitByRanges(text: string, ranges: readonly Range[]): { text: string; found: boolean }[] {
  const parts: { text: string; found: boolean }[] = []
  let at = 0
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (to <= at) continue
    if (from > at) parts.push({ text: text.slice(at, from), found: false })
    parts.push({ text: text.slice(Math.max(at, from), to), found: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), found: false })
  return parts
}

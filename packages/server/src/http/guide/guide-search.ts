import type { GuidePage } from './guide-book.ts'

/** More of a query is not read. */
export const MOST_QUERY_SIGNS = 100
const MOST_WORDS = 8
export const MOST_FINDINGS = 20
const EXCERPT_SIGNS = 180

/** A text in pieces; every second one, from the second on, is what was looked for. */
export type Highlighted = readonly string[]

export interface Finding {
  page: GuidePage
  heading: Highlighted
  anchor: string
  excerpt: Highlighted
}

interface Entry {
  page: GuidePage
  heading: string
  anchor: string
  text: string
  folded: { title: string; heading: string; text: string }
}

/** Finds sections of guides that have all words of a query, or parts of words, whatever their case and accents. */
export class GuideSearch {
  readonly #entries: readonly Entry[]

  constructor(pages: readonly GuidePage[]) {
    this.#entries = pages.flatMap((page) =>
      page.sections.map(({ heading, anchor, text }) => {
        const folded = { title: fold(page.title), heading: fold(heading), text: fold(text) }
        return { page, heading, anchor, text, folded }
      }),
    )
  }

  /** @returns the best ones first, at most one of each section, and how many there are in all */
  find(query: string): { findings: Finding[]; count: number } {
    const words = wordsOf(query)
    if (words.length === 0) return { findings: [], count: 0 }
    const found = this.#entries
      .map((entry) => ({ entry, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
    const findings = found.slice(0, MOST_FINDINGS).map(({ entry: { page, heading, anchor, text } }) => {
      const name = heading === '' ? page.title : `${page.title} › ${heading}`
      return { page, anchor, heading: highlight(name, words), excerpt: highlight(excerptOf(text, words), words) }
    })
    return { findings, count: found.length }
  }
}

function wordsOf(query: string): string[] {
  const words = fold(query.slice(0, MOST_QUERY_SIGNS)).split(/[^\p{L}\p{N}_./:-]+/u)
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MOST_WORDS)
}

/** 0 where a word is nowhere in the section. A title counts more than a heading, and that more than the text. */
function scoreOf({ folded: { title, heading, text } }: Entry, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const own = (heading.includes(word) ? 5 : 0) + Math.min(3, text.split(word).length - 1)
    const ofTitle = title.includes(word) ? (heading === '' ? 10 : 1) : 0
    if (own + ofTitle === 0) return 0
    score += own + ofTitle
  }
  return score
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  const start = Math.max(0, Math.min(...places, text.length) - 40)
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(' ', start) + 1
  const excerpt = text.slice(from, from + EXCERPT_SIGNS)
  return `${from > 0 ? '…' : ''}${excerpt}${from + EXCERPT_SIGNS < text.length ? '…' : ''}`
}

function highlight(text: string, words: readonly string[]): Highlighted {
  const folded = fold(text)
  const marked = new Set<number>()
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      for (let place = at; place < at + word.length; place++) marked.add(place)
    }
  }
  const pieces = ['']
  for (let place = 0; place < text.length; place++) {
    const isMarked = marked.has(place)
    if (isMarked !== (pieces.length % 2 === 0)) pieces.push('')
    pieces[pieces.length - 1] += text[place] ?? ''
  }
  return pieces
}

/** Small letters without accents, sign by sign, so that places in the folded text are those of the text. */
function fold(text: string): string {
  return [...text].map(foldSign).join('')
}

function foldSign(sign: string): string {
  const [base = sign] = sign.normalize('NFKD').toLowerCase()
  return sign.length === base.length ? base : sign
}

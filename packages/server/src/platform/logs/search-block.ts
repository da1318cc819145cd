import { type LineFilter, type LogEntry, matchesFilter, toEntry } from './log-entry.ts'
import type { Block } from './segment-index.ts'
import type { SegmentReader } from './segment-reader.ts'

export interface SearchQuery extends LineFilter {
  text: string
  isRegExp: boolean
}

export interface BlockHits {
  /** The newest first. */
  entries: LogEntry[]
  /** All lines that match, also those beyond the limit. */
  count: number
}

/** The fields of a line are shown as `status=200`, and are searched for like that too. */
const SHOWN_FIELD = /^([\w.-]+)=(\S*)$/

/** @throws SyntaxError where a regular expression is none */
export function toPattern({ text, isRegExp }: SearchQuery): RegExp {
  if (isRegExp) return new RegExp(text, 'iu')
  const [, name, value] = SHOWN_FIELD.exec(text) ?? []
  const literal = escapePattern(inJson(text))
  // English letters have no other cases than their own: the Kelvin sign is no k.
  const flags = isAscii(text) ? 'i' : 'iu'
  if (name === undefined || value === undefined) return new RegExp(literal, flags)
  return new RegExp(`${literal}|"${escapePattern(name)}":"?${escapePattern(inJson(value))}`, flags)
}

/** Whether the trigrams of a block allow a hit. */
export function mayMatch({ trigrams }: Pick<Block, 'trigrams'>, { text, isRegExp }: SearchQuery): boolean {
  if (isRegExp) return true
  const words = SHOWN_FIELD.test(text) ? inJson(text).split('=') : [inJson(text)]
  return words.every((word) => trigrams.mayHave(word))
}

/** Searches one block. Bytes are looked at as they are where the text is ASCII: most blocks have no hit. */
export async function searchBlock(
  reader: SegmentReader,
  index: number,
  query: SearchQuery,
  limit: number,
): Promise<BlockHits> {
  const block = reader.blocks[index]
  if (block === undefined) return { entries: [], count: 0 }
  const bytes = await reader.read(block)
  const lines = query.isRegExp || !isAscii(query.text) ? everyLine(bytes, query) : linesWith(bytes, query)
  const hits: LogEntry[] = []
  let count = 0
  for (const [from, to] of lines) {
    if (!matchesFilter(bytes, from, to, query)) continue
    count++
    hits.push(toEntry(bytes.toString('utf8', from, to), block.start + from))
    if (hits.length > 2 * limit) hits.splice(0, hits.length - limit)
  }
  return { entries: hits.slice(-limit).reverse(), count }
}

function* linesWith(bytes: Buffer, query: SearchQuery): Generator<[number, number]> {
  const all = bytes.toString('latin1')
  const pattern = new RegExp(toPattern(query).source, 'gi')
  for (;;) {
    const hit = pattern.exec(all)
    if (hit === null) return
    const from = all.lastIndexOf('\n', hit.index) + 1
    const to = all.indexOf('\n', hit.index)
    if (to < 0) return
    yield [from, to]
    pattern.lastIndex = to + 1
  }
}

function* everyLine(bytes: Buffer, query: SearchQuery): Generator<[number, number]> {
  const pattern = toPattern(query)
  let from = 0
  for (;;) {
    const to = bytes.indexOf(10, from)
    if (to < 0) return
    if (pattern.test(bytes.toString('utf8', from, to))) yield [from, to]
    from = to + 1
  }
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/** A text as it stands in a line. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** A text as a pattern that finds exactly it. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

import { type LevelName, levelName, readLineFacts } from './line-facts.ts'
import { Trigrams, type TrigramUnit } from './trigrams.ts'

const NEWLINE = 10
/** A block ends after so many lines or bytes; a reader holds one of them at a time. */
export const BLOCK_LINES = 64_000
export const BLOCK_BYTES = 16 * 1024 * 1024
const MINUTE_MS = 60_000

const VERSION = 2
/** What the trigrams of an index were made of, by its version. */
const units: Readonly<Record<number, TrigramUnit>> = { 1: 'byte', [VERSION]: 'character' }

/** What is known of a block of lines without reading it. */
export interface Block {
  /** Where it begins among all bytes of the segment, unpacked. */
  start: number
  /** Unpacked. */
  bytes: number
  /** Where it lies in the file, and how long; as unpacked where the file is plain. */
  offset: number
  length: number
  lines: number
  /** Unix ms. */
  from: number
  to: number
  levels: Partial<Record<LevelName, number>>
  parts: Record<string, number>
  /** Minutes since the epoch with their lines, and of these warnings and errors. */
  minutes: [minute: number, lines: number, issues: number][]
  trigrams: Trigrams
}

export interface SegmentIndex {
  blocks: Block[]
}

/** What the bytes of a block amount to. @param bytes whole lines @param start where they begin in the segment */
export function describeBlock(bytes: Buffer, start: number): Block {
  const block = { levels: {}, parts: {}, from: 0, to: 0, lines: 0 } as Pick<
    Block,
    'levels' | 'parts' | 'from' | 'to' | 'lines'
  >
  const minutes = new Map<number, [number, number, number]>()
  for (const [from, to] of linesOf(bytes)) {
    const { level, time, part } = readLineFacts(bytes, from, to)
    const name = levelName(level)
    block.lines++
    block.levels[name] = (block.levels[name] ?? 0) + 1
    block.parts[part] = (block.parts[part] ?? 0) + 1
    if (time === 0) continue
    block.from = block.from === 0 ? time : Math.min(block.from, time)
    block.to = Math.max(block.to, time)
    const minute = Math.floor(time / MINUTE_MS)
    const counted = minutes.get(minute) ?? [minute, 0, 0]
    counted[1]++
    if (level >= 40) counted[2]++
    minutes.set(minute, counted)
  }
  const trigrams = new Trigrams()
  trigrams.addAll(bytes)
  const place = { start, bytes: bytes.length, offset: start, length: bytes.length }
  return { ...place, ...block, minutes: [...minutes.values()].sort((a, b) => a[0] - b[0]), trigrams }
}

/** The lines of bytes as places without their ends; what does not end is none. */
export function* linesOf(bytes: Buffer): Generator<[from: number, to: number]> {
  let from = 0
  for (;;) {
    const to = bytes.indexOf(NEWLINE, from)
    if (to < 0) return
    yield [from, to]
    from = to + 1
  }
}

/** How many of the bytes are the next block; 0 where it is not full yet. */
export function fullBlock(bytes: Buffer): number {
  let lines = 0
  let end = 0
  for (const [, to] of linesOf(bytes)) {
    if (to + 1 > BLOCK_BYTES && end > 0) return end
    end = to + 1
    lines++
    if (lines === BLOCK_LINES) return end
  }
  return bytes.length >= BLOCK_BYTES ? end : 0
}

export function encodeIndex({ blocks }: SegmentIndex): string {
  const rows = blocks.map(({ trigrams, ...block }) => ({
    ...block,
    trigrams: Buffer.from(trigrams.bits).toString('base64'),
  }))
  return JSON.stringify({ version: VERSION, blocks: rows })
}

/** @throws Error where the text is no index */
export function decodeIndex(text: string): SegmentIndex {
  const stored = JSON.parse(text) as { version: number; blocks: (Omit<Block, 'trigrams'> & { trigrams: string })[] }
  const unit = units[stored.version]
  if (unit === undefined) throw new Error('The index of a log file has another version.')
  const blocks = stored.blocks.map(({ trigrams, ...block }) => ({
    ...block,
    trigrams: new Trigrams(Buffer.from(trigrams, 'base64'), unit),
  }))
  return { blocks }
}

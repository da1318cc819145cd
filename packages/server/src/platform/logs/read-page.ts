import { type LineFilter, type LogEntry, matchesFilter, toEntry } from './log-entry.ts'
import { type Block, linesOf } from './segment-index.ts'
import type { SegmentReader } from './segment-reader.ts'

/** Blocks that one page looks at: with a rare level it may be short, and the next one goes on from there. */
const MOST_BLOCKS = 4

export interface PageRequest extends LineFilter {
  /** In bytes, unpacked; undefined for the end. */
  offset: number | undefined
  direction: 'older' | 'newer'
  limit: number
}

export interface LogPage {
  entries: LogEntry[]
  /** Where older lines end, and where newer ones begin. */
  from: number
  to: number
  /** All bytes of the segment. */
  end: number
}

/** Lines before an offset (the line at it is not one of them) or from it on, the oldest first. */
export async function readPage(reader: SegmentReader, request: PageRequest): Promise<LogPage> {
  const end = reader.bytes
  const offset = Math.min(request.offset ?? end, end)
  return request.direction === 'older' ? await older(reader, request, offset) : await newer(reader, request, offset)
}

async function newer(reader: SegmentReader, { limit, ...filter }: PageRequest, from: number): Promise<LogPage> {
  const entries: LogEntry[] = []
  const blocks = reader.blocks.filter(({ start, bytes }) => start + bytes > from).slice(0, MOST_BLOCKS)
  let to = from
  for (const block of blocks) {
    const bytes = await wanted(reader, block, filter)
    if (bytes !== undefined)
      for (const [lineFrom, lineTo] of linesOf(bytes)) {
        const at = block.start + lineFrom
        if (at < from || !matchesFilter(bytes, lineFrom, lineTo, filter)) continue
        if (entries.length === limit) return { entries, from, to, end: reader.bytes }
        entries.push(toEntry(bytes.toString('utf8', lineFrom, lineTo), at))
        to = block.start + lineTo + 1
      }
    to = block.start + block.bytes
  }
  return { entries, from, to: Math.max(to, from), end: reader.bytes }
}

async function older(reader: SegmentReader, { limit, ...filter }: PageRequest, to: number): Promise<LogPage> {
  const entries: LogEntry[] = []
  const blocks = reader.blocks.filter(({ start }) => start < to).slice(-MOST_BLOCKS)
  let from = to
  for (const block of blocks.toReversed()) {
    const bytes = await wanted(reader, block, filter)
    const lines = bytes === undefined ? [] : [...linesOf(bytes)].filter(([lineFrom]) => block.start + lineFrom < to)
    for (const [lineFrom, lineTo] of lines.toReversed()) {
      if (bytes === undefined || !matchesFilter(bytes, lineFrom, lineTo, filter)) continue
      entries.push(toEntry(bytes.toString('utf8', lineFrom, lineTo), block.start + lineFrom))
      from = block.start + lineFrom
      if (entries.length === limit) return { entries: entries.reverse(), from, to, end: reader.bytes }
    }
    from = block.start
  }
  return { entries: entries.reverse(), from, to, end: reader.bytes }
}

/** The bytes of a block, unless its counts say that it has no line that is wanted. */
async function wanted(reader: SegmentReader, block: Block, { levels, parts }: LineFilter): Promise<Buffer | undefined> {
  if (levels !== undefined && !levels.some((level) => block.levels[level] !== undefined)) return undefined
  if (parts !== undefined && !parts.some((part) => block.parts[part] !== undefined)) return undefined
  return await reader.read(block)
}

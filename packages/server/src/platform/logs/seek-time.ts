import { readLineFacts } from './line-facts.ts'
import { linesOf } from './segment-index.ts'
import type { SegmentReader } from './segment-reader.ts'

/**
 * Where the first line of a moment or later begins, in bytes, unpacked; the end of the segment where all are older. Reads one block.
 * @param at Unix ms
 */
export async function seekTime(reader: SegmentReader, at: number): Promise<number> {
  const block = reader.blocks.find(({ to }) => to >= at)
  if (block === undefined) return reader.bytes
  const bytes = await reader.read(block)
  for (const [from, to] of linesOf(bytes)) {
    if (readLineFacts(bytes, from, to).time >= at) return block.start + from
  }
  return block.start + block.bytes
}

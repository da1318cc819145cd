import { type FileHandle, open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { findFrames } from './frames.ts'
import { BLOCK_BYTES, type Block, decodeIndex, describeBlock, fullBlock } from './segment-index.ts'
import { indexPath, listSegments, type Segment } from './segment-names.ts'

const unpack = promisify(zstdDecompress)
/** A line that is longer than a block ends it; so much of a block is unpacked at most. */
const MOST_UNPACKED = 2 * BLOCK_BYTES

/** Blocks of a plain segment that are full: they do not change any more. */
const fullBlocks = new Map<string, Block[]>()

/** A segment with its blocks, open for reading. Whoever opens it closes it. */
export class SegmentReader {
  readonly blocks: readonly Block[]
  readonly #segment: Segment
  readonly #file: FileHandle

  private constructor(segment: Segment, file: FileHandle, blocks: readonly Block[]) {
    this.#segment = segment
    this.#file = file
    this.blocks = blocks
  }

  /** @returns undefined if the folder has no segment of this name */
  static async open(folder: string, name: string): Promise<SegmentReader | undefined> {
    // It may be packed at this very moment: then it has the other name the next time.
    for (let attempt = 0; attempt < 3; attempt++) {
      const segment = (await listSegments(folder)).find((one) => one.name === name)
      if (segment === undefined) return undefined
      const file = await open(segment.path).catch(() => undefined)
      if (file === undefined) continue
      try {
        return new SegmentReader(segment, file, await blocksOf(folder, segment, file))
      } catch (error) {
        await file.close()
        throw error
      }
    }
    return undefined
  }

  /** All bytes, unpacked. */
  get bytes(): number {
    const last = this.blocks.at(-1)
    return last === undefined ? 0 : last.start + last.bytes
  }

  /** The lines of a block, unpacked. */
  async read(block: Block): Promise<Buffer> {
    const stored = await readAt(this.#file, block.offset, block.length)
    return this.#segment.isPacked ? await unpack(stored, { maxOutputLength: MOST_UNPACKED }) : stored
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

async function blocksOf(folder: string, segment: Segment, file: FileHandle): Promise<Block[]> {
  if (!segment.isPacked) return await blocksOfPlain(segment, file)
  const text = await readFile(indexPath(folder, segment.name), 'utf8').catch(() => undefined)
  try {
    if (text !== undefined) return decodeIndex(text).blocks
  } catch {
    // What is damaged is made again, like what is lost.
  }
  const blocks: Block[] = []
  let start = 0
  for (const { offset, length } of await findFrames(file, segment.bytes)) {
    const bytes = await unpack(await readAt(file, offset, length), { maxOutputLength: MOST_UNPACKED })
    blocks.push({ ...describeBlock(bytes, start), offset, length })
    start += bytes.length
  }
  return blocks
}

/** Describes what has come since the last time: a segment that is written only grows. */
async function blocksOfPlain({ path, bytes: size }: Segment, file: FileHandle): Promise<Block[]> {
  const known = fullBlocks.get(path) ?? []
  if (known.length === 0) fullBlocks.clear()
  const last = known.at(-1)
  let start = last === undefined ? 0 : last.start + last.bytes
  const blocks = [...known]
  while (start < size) {
    const bytes = await readAt(file, start, Math.min(BLOCK_BYTES, size - start))
    const full = fullBlock(bytes)
    const whole = full === 0 ? bytes.lastIndexOf(10) + 1 : full
    if (whole === 0) break
    const block = describeBlock(bytes.subarray(0, whole), start)
    blocks.push(block)
    start += whole
    if (full > 0) fullBlocks.set(path, [...blocks])
  }
  return blocks
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  const { bytesRead } = await file.read(bytes, 0, length, offset)
  return bytes.subarray(0, bytesRead)
}

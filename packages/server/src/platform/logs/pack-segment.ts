import { open, rename, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { type Block, encodeIndex } from './segment-index.ts'
import { indexPath, listSegments } from './segment-names.ts'
import { SegmentReader } from './segment-reader.ts'

const compress = promisify(zstdCompress)
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/**
 * Packs a finished segment, each block as a frame of its own, so that one can be read without the others. The index comes
 * first and the plain file goes last: whatever is interrupted is done again.
 */
export async function packSegment(folder: string, name: string): Promise<void> {
  const segment = (await listSegments(folder)).find((one) => one.name === name)
  const reader = await SegmentReader.open(folder, name)
  try {
    if (segment === undefined || segment.isPacked || reader === undefined) return
    const path = `${segment.path}.zst`
    const blocks = await writeFrames(reader, `${path}.new`)
    const index = indexPath(folder, name)
    await writeWhole(`${index}.new`, encodeIndex({ blocks }))
    await rename(`${index}.new`, index)
    await rename(`${path}.new`, path)
    await rm(segment.path)
  } finally {
    await reader?.close()
  }
}

async function writeFrames(reader: SegmentReader, path: string): Promise<Block[]> {
  const file = await open(path, 'w', 0o600)
  try {
    const blocks: Block[] = []
    let offset = 0
    for (const block of reader.blocks) {
      const frame = await compress(await reader.read(block), PACKING)
      await file.write(frame)
      blocks.push({ ...block, offset, length: frame.length })
      offset += frame.length
    }
    await file.sync()
    return blocks
  } finally {
    await file.close()
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

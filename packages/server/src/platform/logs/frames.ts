import type { FileHandle } from 'node:fs/promises'

const MAGIC = 0xfd2fb528
const LONGEST_HEADER = 18
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
const DICTIONARY_BYTES = [0, 1, 2, 4]
const RUN = 1

/** Where the frames of a file of Zstandard lie (RFC 8878, 3.1.1), found without unpacking them; what is cut off is left out. */
export async function findFrames(file: FileHandle, size: number): Promise<{ offset: number; length: number }[]> {
  const frames: { offset: number; length: number }[] = []
  let offset = 0
  while (offset < size) {
    const end = await endOfFrame(file, offset)
    if (end === undefined || end > size) break
    frames.push({ offset, length: end - offset })
    offset = end
  }
  return frames
}

async function endOfFrame(file: FileHandle, offset: number): Promise<number | undefined> {
  const bytes = Buffer.alloc(LONGEST_HEADER)
  await file.read(bytes, 0, LONGEST_HEADER, offset)
  if (bytes.readUInt32LE(0) !== MAGIC) return undefined
  const flags = bytes[4] as number
  const isSingle = (flags & 0x20) !== 0
  const sizeBytes = CONTENT_SIZE_BYTES[flags >> 6] as number
  const contentBytes = sizeBytes === 0 && isSingle ? 1 : sizeBytes
  let at = offset + 5 + (isSingle ? 0 : 1) + (DICTIONARY_BYTES[flags & 3] as number) + contentBytes
  for (;;) {
    const { bytesRead } = await file.read(bytes, 0, 3, at)
    if (bytesRead < 3) return undefined
    const header = bytes.readUIntLE(0, 3)
    const isRun = ((header >> 1) & 3) === RUN
    at += 3 + (isRun ? 1 : header >> 3)
    if ((header & 1) === 1) return at + ((flags & 4) === 0 ? 0 : 4)
  }
}

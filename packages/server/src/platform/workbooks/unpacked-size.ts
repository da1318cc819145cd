import { inflateRawSync } from 'node:zlib'
import { TableError } from './table-error.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
/** The end of an archive and its comment are at most so long. */
const LONGEST_END = 22 + 65_535
const MOST_ENTRIES = 10_000
const STORED = 0
const DEFLATED = 8

/**
 * Unpacks an archive and counts, without believing what it says of its sizes. It stops at the limit, so that a small file that
 * unpacks to gigabytes costs no more than the limit.
 * @throws TableError where it is no archive, or unpacks to more
 */
export function assertUnpacksWithin(archive: Buffer, most: number): void {
  let left = most
  for (const { method, bytes } of entriesOf(archive)) {
    left -= method === STORED ? bytes.length : inflatedLength(bytes, left)
    if (left < 0) throw new TableError('unpacked_bytes')
  }
}

/** The contents of an entry of an archive that unpacks within the limit; undefined if no entry has that name. */
export function unpackedEntry(archive: Buffer, name: string): Buffer | undefined {
  for (const entry of entriesOf(archive)) {
    if (entry.name === name) return entry.method === STORED ? entry.bytes : inflateRawSync(entry.bytes)
  }
  return undefined
}

function inflatedLength(bytes: Buffer, most: number): number {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(most, 1) }).length
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new TableError(isTooLarge ? 'unpacked_bytes' : 'no_workbook')
  }
}

function* entriesOf(archive: Buffer): Generator<{ name: string; method: number; bytes: Buffer }> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const isArchive = end >= 0 && end >= archive.length - LONGEST_END && end + 22 <= archive.length
  if (!isArchive || archive.readUInt32LE(end) !== END) throw new TableError('no_workbook')
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) throw new TableError('unpacked_bytes')
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== ENTRY) throw new TableError('no_workbook')
    if ((archive.readUInt16LE(at + 8) & 1) === 1) throw new TableError('encrypted')
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    yield { name, method: methodOf(archive, at), bytes: bytesOf(archive, at) }
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}

function methodOf(archive: Buffer, at: number): number {
  const method = archive.readUInt16LE(at + 10)
  if (method !== STORED && method !== DEFLATED) throw new TableError('no_workbook')
  return method
}

/** The packed bytes of an entry; sizes beyond 4 GiB are in no file that is small enough to be sent. */
function bytesOf(archive: Buffer, at: number): Buffer {
  const size = archive.readUInt32LE(at + 20)
  const local = archive.readUInt32LE(at + 42)
  if (local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) throw new TableError('no_workbook')
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (start + size > archive.length) throw new TableError('no_workbook')
  return archive.subarray(start, start + size)
}

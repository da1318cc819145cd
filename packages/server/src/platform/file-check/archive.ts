import { crc32, inflateRawSync } from 'node:zlib'
import { assertNothingBehind, assertWhole, refuse } from './file-refused.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const WIDE_END = 0x06064b50
const WIDE_LOCATOR = 0x07064b50
const END_LENGTH = 22
const STORED = 0
const DEFLATED = 8
const IS_WIDE = 0xffffffff
const MOST_ENTRIES = 10_000
/** What is behind an entry that was written before its size was known. */
const DESCRIPTOR_LENGTHS = [12, 16, 20, 24]
/** Deflate cannot pack better than 1,032 : 1; documents are nowhere near, but for small entries of one letter. */
const MOST_RATIO = 200
const RATIO_FROM = 1024 * 1024

/** How much may still be unpacked, over all archives inside of each other. */
export interface Budget {
  bytes: number
}

export interface ArchiveEntry {
  name: string
  content: Buffer
}

interface Packed {
  name: string
  method: number
  crc: number
  /** Of the packed and the unpacked bytes. */
  size: number
  unpacked: number
  local: number
}

/**
 * The entries of a ZIP archive, unpacked one after the other. Every byte of the file belongs to an entry or to the directory.
 * @throws FileRefused where something lies before, between or behind them, a name leads out of it, or it unpacks to more than is left
 */
export function* readArchive(archive: Buffer, budget: Budget): Generator<ArchiveEntry> {
  const { entries, start } = readDirectory(archive)
  assertNames(entries)
  let at = 0
  for (const [index, entry] of entries.toSorted((a, b) => a.local - b.local).entries()) {
    if (entry.local !== at) refuse({ fault: 'more_bytes', bytes: Math.abs(entry.local - at) })
    const packed = bytesOf(archive, entry)
    at = entry.local + packed.offset + entry.size
    at += descriptorLength(archive, at, entries.length === index + 1 ? start : undefined)
    yield { name: entry.name, content: unpack(packed.bytes, entry, budget) }
  }
  if (at !== start) refuse({ fault: 'more_bytes', bytes: Math.abs(start - at) })
}

/** Its directory is the last thing in the file, without a comment. */
function readDirectory(archive: Buffer): { entries: Packed[]; start: number } {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  assertWhole(end >= 0 && end + END_LENGTH <= archive.length && archive.readUInt32LE(end) === END)
  assertNothingBehind(archive, end + END_LENGTH)
  assertWhole(archive.readUInt16LE(end + 20) === 0 && archive.readUInt32LE(end + 4) === 0)
  const wide = wideEnd(archive, end)
  const count = wide?.count ?? archive.readUInt16LE(end + 10)
  const start = wide?.start ?? archive.readUInt32LE(end + 16)
  if (count > MOST_ENTRIES) refuse({ fault: 'unpacks_too_far' })
  const entries: Packed[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    assertWhole(at + 46 <= archive.length && archive.readUInt32LE(at) === ENTRY)
    const [name, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const next = at + 46 + name + extra + comment
    assertWhole(next <= end)
    entries.push(readEntry(archive.subarray(at, next), name, extra))
    at = next
  }
  const behind = wide?.at ?? end
  if (at !== behind) refuse({ fault: 'more_bytes', bytes: Math.abs(behind - at) })
  return { entries, start }
}

/** The end of an archive whose writer had left room for more than 4 GiB (ZIP64), before the ordinary one. */
function wideEnd(archive: Buffer, end: number): { at: number; count: number; start: number } | undefined {
  const locator = end - 20
  if (locator < 0 || archive.readUInt32LE(locator) !== WIDE_LOCATOR) return undefined
  const at = Number(archive.readBigUInt64LE(locator + 8))
  assertWhole(at + 56 === locator && archive.readUInt32LE(at) === WIDE_END)
  return { at, count: Number(archive.readBigUInt64LE(at + 32)), start: Number(archive.readBigUInt64LE(at + 48)) }
}

function readEntry(entry: Buffer, nameLength: number, extraLength: number): Packed {
  if ((entry.readUInt16LE(8) & 1) === 1) refuse({ fault: 'encrypted' })
  const method = entry.readUInt16LE(10)
  if (method !== STORED && method !== DEFLATED) refuse({ fault: 'unknown_packing' })
  const extra = entry.subarray(46 + nameLength, 46 + nameLength + extraLength)
  const wide = wideNumbers(extra)
  const read = (place: number) => {
    const number = entry.readUInt32LE(place)
    return number === IS_WIDE ? (wide.shift() ?? number) : number
  }
  // In this order they stand in the extra field, as far as they are there.
  const unpacked = read(24)
  const size = read(20)
  const local = read(42)
  return {
    name: entry.toString('utf8', 46, 46 + nameLength),
    method,
    crc: entry.readUInt32LE(16),
    size,
    unpacked,
    local,
  }
}

function wideNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2)
    const value = extra.subarray(at + 4, at + 4 + length)
    if (extra.readUInt16LE(at) === 1) {
      return Array.from({ length: Math.floor(value.length / 8) }, (_, index) =>
        Number(value.readBigUInt64LE(index * 8)),
      )
    }
    at += 4 + length
  }
  return []
}

/** Names that are the same to some file systems count as the same. */
function assertNames(entries: readonly Packed[]): void {
  const names = new Set<string>()
  for (const { name } of entries) {
    const leadsOut = /^\/|\\|^[a-z]:|(^|\/)\.\.(\/|$)|\p{Cc}/iu.test(name) || name === ''
    if (leadsOut || names.has(name.toLowerCase())) refuse({ fault: 'entry_name' })
    names.add(name.toLowerCase())
  }
}

function bytesOf(archive: Buffer, { local, size, name }: Packed): { bytes: Buffer; offset: number } {
  assertWhole(local + 30 <= archive.length && archive.readUInt32LE(local) === LOCAL)
  const nameLength = archive.readUInt16LE(local + 26)
  const offset = 30 + nameLength + archive.readUInt16LE(local + 28)
  const isSame = archive.toString('utf8', local + 30, local + 30 + nameLength) === name
  assertWhole(isSame && local + offset + size <= archive.length)
  return { bytes: archive.subarray(local + offset, local + offset + size), offset }
}

/** @param next where the directory begins, if it follows */
function descriptorLength(archive: Buffer, at: number, next: number | undefined): number {
  const follows = (length: number) => {
    const place = at + length
    if (next !== undefined) return place === next
    return place + 4 <= archive.length && archive.readUInt32LE(place) === LOCAL
  }
  if (follows(0)) return 0
  const isNamed = at + 4 <= archive.length && archive.readUInt32LE(at) === DESCRIPTOR
  const lengths = DESCRIPTOR_LENGTHS.filter((length) => isNamed === [16, 24].includes(length))
  return lengths.find(follows) ?? 0
}

function unpack(bytes: Buffer, { method, crc, unpacked }: Packed, budget: Budget): Buffer {
  const isBomb = unpacked > Math.max(RATIO_FROM, bytes.length * MOST_RATIO)
  if (isBomb || unpacked > budget.bytes) refuse({ fault: 'unpacks_too_far' })
  const content = method === STORED ? bytes : inflated(bytes, unpacked)
  assertWhole(content.length === unpacked && crc32(content) === crc)
  budget.bytes -= unpacked
  return content
}

function inflated(bytes: Buffer, length: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(length, 1) })
  } catch {
    return refuse({ fault: 'damaged' })
  }
}

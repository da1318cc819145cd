import { isUtf8 } from 'node:buffer'
import type { TableEncoding } from '@packhouse/contract'
import { TableError } from './table-error.ts'

const LINE_FEED = 0x0a

/** Control signs that a table has, and bytes that mean nothing in Windows-1252. */
const TABLE_CONTROLS = [0x09, 0x0a, 0x0d]
const NOT_IN_WINDOWS_1252 = [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d]
/** 1 for each byte that no table in Windows-1252 has. */
const FOREIGN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte < 0x20 ? !TABLE_CONTROLS.includes(byte) : NOT_IN_WINDOWS_1252.includes(byte)),
)
/** So many bytes are looked at for the zeros of UTF-16. */
const LOOKED_AT = 4_096

export interface ReadText {
  text: string
  encoding: TableEncoding
}

/**
 * The text of an upload: UTF-8, UTF-16, or Windows-1252 as spreadsheets save "CSV" in Europe and America.
 * @throws TableError where it is neither
 */
export function textOf(bytes: Buffer): ReadText {
  const wide = utf16Of(bytes)
  if (wide !== undefined) return { text: decoded(bytes, wide), encoding: 'utf-16' }
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), encoding: 'utf-8' }
  if (isWindows1252(bytes)) return { text: decoded(bytes, 'windows-1252'), encoding: 'windows-1252' }
  throw new TableError('not_utf8', firstBadLine(bytes))
}

function decoded(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new TableError('broken_utf16')
  }
}

/** Which UTF-16 it is, by its mark or by the zeros beside its commas and line ends. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  let [even, odd] = [0, 0]
  for (const [place, byte] of bytes.subarray(0, LOOKED_AT).entries()) {
    if (byte !== 0) continue
    if (place % 2 === 0) even += 1
    else odd += 1
  }
  if (bytes.length % 2 === 1 || even + odd < 2) return undefined
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : undefined
}

/** Whether it can be Windows-1252. A text with letters of UTF-8 in it is a broken one of these: it would be read wrong. */
function isWindows1252(bytes: Buffer): boolean {
  // A plain loop: of 10 MiB a call for each byte would hold up everybody for a tenth of a second.
  for (let place = 0; place < bytes.length; place += 1) if (FOREIGN[bytes[place] ?? 0] === 1) return false
  return !/[^\p{ASCII}\ufffd]/u.test(bytes.toString('utf8'))
}

/** A line feed is never part of another character in UTF-8, so that each line can be looked at alone. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(LINE_FEED, start)
    const end = found === -1 ? bytes.length : found + 1
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end
  }
  return line
}

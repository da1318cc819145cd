import { crc32 } from 'node:zlib'
import { assertNothingBehind, assertWhole, refuse } from './file-refused.ts'

/** Chunks with their checksums from the signature to `IEND`. */
export function checkPng(content: Buffer): void {
  let at = 8
  let type = ''
  let hasPixels = false
  while (type !== 'IEND') {
    assertWhole(at + 12 <= content.length)
    const length = content.readUInt32BE(at)
    const end = at + 12 + length
    assertWhole(end <= content.length && crc32(content.subarray(at + 4, end - 4)) === content.readUInt32BE(end - 4))
    type = content.toString('latin1', at + 4, at + 8)
    assertWhole(/^[A-Za-z]{4}$/.test(type) && (at === 8) === (type === 'IHDR'))
    hasPixels ||= type === 'IDAT'
    at = end
  }
  assertWhole(hasPixels)
  assertNothingBehind(content, at)
}

const END_OF_PICTURE = 0xd9
const START_OF_SCAN = 0xda
/** Pictures in one file: cameras put previews and what belongs to light and depth behind the first one. */
const MOST_PICTURES = 16

/** Markers from the first to the last one. Behind it may be further pictures of the camera (CIPA DC-007), and zeros between them. */
export function checkJpeg(content: Buffer): void {
  let at = 0
  for (let count = 0; at < content.length; count++) {
    const isPicture = content.readUInt16BE(Math.min(at, content.length - 2)) === 0xffd8
    if (!isPicture || count === MOST_PICTURES) refuse({ fault: 'more_bytes', bytes: content.length - at })
    at = endOfJpeg(content, at)
    while (content[at] === 0) at += 1
  }
}

function endOfJpeg(content: Buffer, start: number): number {
  let hasPixels = false
  for (let at = start + 2; ; ) {
    assertWhole(at + 2 <= content.length && content[at] === 0xff)
    const marker = content[at + 1] ?? 0
    // Any number of these may fill the place before a marker.
    if (marker === 0xff) at += 1
    else if (marker === END_OF_PICTURE) {
      assertWhole(hasPixels)
      return at + 2
    } else {
      assertWhole(marker >= 0xc0 && !isRestart(marker) && marker !== 0xd8 && at + 4 <= content.length)
      const length = content.readUInt16BE(at + 2)
      at += 2 + length
      assertWhole(length >= 2 && at <= content.length)
      if (marker !== START_OF_SCAN) continue
      hasPixels = true
      at = endOfScan(content, at)
    }
  }
}

/** Pixels go on to the first marker that does not belong to them. */
function endOfScan(content: Buffer, start: number): number {
  for (let at = content.indexOf(0xff, start); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const marker = content[at + 1]
    if (marker === undefined) break
    if (marker === 0 || isRestart(marker)) at += 1
    else if (marker !== 0xff) return at
  }
  return refuse({ fault: 'damaged' })
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

const GIF_PICTURE = 0x2c
const GIF_EXTENSION = 0x21
const GIF_END = 0x3b

/** Blocks from the head to the trailer. */
export function checkGif(content: Buffer): void {
  assertWhole(content.length > 13)
  let at = 13 + colours(content[10])
  let hasPixels = false
  while (content[at] !== GIF_END) {
    if (content[at] === GIF_PICTURE) {
      at = endOfBlocks(content, at + 11 + colours(content[at + 9]))
      hasPixels = true
    } else {
      assertWhole(content[at] === GIF_EXTENSION)
      at = endOfBlocks(content, at + 2)
    }
  }
  assertWhole(hasPixels)
  assertNothingBehind(content, at + 1)
}

/** Bytes of the table of colours that flags announce. */
function colours(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function endOfBlocks(content: Buffer, start: number): number {
  for (let at = start; ; ) {
    const length = content[at]
    assertWhole(length !== undefined)
    at += 1 + length
    if (length === 0) return at
  }
}

/** Chunks within the length that the head names. */
export function checkWebp(content: Buffer): void {
  assertWhole(content.length >= 20)
  const end = 8 + content.readUInt32LE(4)
  let hasPixels = false
  let at = 12
  while (at < end) {
    assertWhole(at + 8 <= content.length)
    const type = content.toString('latin1', at, at + 4)
    assertWhole(/^[A-Z0-9 ]{4}$/.test(type))
    hasPixels ||= /^(VP8 |VP8L|ANMF)$/.test(type)
    const length = content.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  assertWhole(hasPixels && at === end + (end % 2))
  // The last chunk may be filled up to an even length, and its filling be left out.
  assertNothingBehind(content, content.length === end ? end : at)
}

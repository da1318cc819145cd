import { crc32, createDeflateRaw } from 'node:zlib'
import { clock } from '../platform/clock.ts'

/** A file of an archive. */
export interface ZipEntry {
  /** With `/` between folders, and no name that leads out of them. */
  name: string
  content: AsyncIterable<Uint8Array>
}

/** What the format holds without its 64-bit form. */
const MOST_BYTES = 0xffff_ffff
const MOST_ENTRIES = 0xffff

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x0403_4b50, 0x0807_4b50, 0x0201_4b50, 0x0605_4b50]
/** 2.0: folders and deflate. */
const VERSION = 20
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATE = 8

/** It is larger than a ZIP may be. */
export class ZipTooLarge extends Error {}

/**
 * A ZIP archive (APPNOTE 6.3) of what comes, entry by entry, without holding any of them.
 * @throws ZipTooLarge beyond 4 GiB or 65,535 entries
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at = new Date(clock.now())): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  const time = dosTime(at)
  for await (const { name, content } of entries) {
    const bytes = Buffer.from(name)
    const start = offset
    const head = Buffer.alloc(30)
    head.writeUInt32LE(LOCAL, 0)
    common(head, 4, time)
    head.writeUInt16LE(bytes.length, 26)
    yield head
    yield bytes
    offset += head.length + bytes.length
    const sums = { crc: 0, size: 0, packed: 0 }
    for await (const chunk of deflated(content, sums)) {
      offset += chunk.length
      if (offset > MOST_BYTES) throw new ZipTooLarge('The archive is larger than 4 GiB.')
      yield chunk
    }
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(DESCRIPTOR, 0)
    sumsTo(descriptor, 4, sums)
    yield descriptor
    offset += descriptor.length
    directory.push(centralHead(bytes, time, sums, start), bytes)
    if (directory.length > MOST_ENTRIES * 2) throw new ZipTooLarge('The archive has more than 65,535 files.')
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  yield central
  yield end
}

interface Sums {
  crc: number
  size: number
  packed: number
}

async function* deflated(content: AsyncIterable<Uint8Array>, sums: Sums): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw()
  async function feed(): Promise<void> {
    for await (const chunk of content) {
      sums.crc = crc32(chunk, sums.crc)
      sums.size += chunk.length
      if (sums.size > MOST_BYTES) throw new ZipTooLarge('A file of the archive is larger than 4 GiB.')
      if (!packer.write(chunk)) await new Promise((resolve) => packer.once('drain', resolve))
    }
    packer.end()
  }
  feed().catch((error) => packer.destroy(error))
  for await (const chunk of packer) {
    sums.packed += chunk.length
    yield chunk
  }
}

function centralHead(name: Buffer, time: [number, number], sums: Sums, start: number): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(CENTRAL, 0)
  head.writeUInt16LE(VERSION, 4)
  common(head, 6, time)
  sumsTo(head, 16, sums)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(start, 42)
  return head
}

function common(head: Buffer, at: number, [day, time]: [number, number]): void {
  head.writeUInt16LE(VERSION, at)
  head.writeUInt16LE(FLAGS, at + 2)
  head.writeUInt16LE(DEFLATE, at + 4)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(day, at + 8)
}

function sumsTo(head: Buffer, at: number, { crc, size, packed }: Sums): void {
  head.writeUInt32LE(crc, at)
  head.writeUInt32LE(packed, at + 4)
  head.writeUInt32LE(size, at + 8)
}

/** Day and time as the format has them: from 1980, in steps of 2 s. */
function dosTime(at: Date): [number, number] {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return [day, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)]
}

import { assertNothingBehind, assertWhole, refuse } from './file-refused.ts'

/** Bytes of one value by its type; index is the number of the type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
const MOST_DIRECTORIES = 1_000
/** Tags whose values are places: further directories (SubIFDs, EXIF, GPS, interoperability), and pixels with the tag of their lengths. */
const DIRECTORIES = [330, 34_665, 34_853, 40_965]
const PIXELS = new Map([
  [273, 279],
  [324, 325],
  [513, 514],
])
const PLACES = new Set([...DIRECTORIES, ...[...PIXELS].flat()])
/** Writers fill up to a word. */
const PADDING = 3

type Entries = Map<number, number[]>

/** Directories and all that they point to; behind the last of it nothing may lie. */
export function checkTiff(content: Buffer): void {
  const reader = new TiffReader(content)
  reader.readAll()
  assertWhole(reader.hasPixels)
  if (content.length - reader.end > PADDING) assertNothingBehind(content, reader.end)
}

class TiffReader {
  hasPixels = false
  /** Where the last of what is pointed to ends. */
  end = 8
  readonly #content: Buffer
  readonly #isLittle: boolean
  /** Entries and values that may still be read: each takes a byte at least, but several may point to the same ones. */
  #left: number

  constructor(content: Buffer) {
    assertWhole(content.length >= 8)
    this.#content = content
    this.#left = content.length
    this.#isLittle = content[0] === 0x49
    assertWhole(this.#short(2) === 42)
  }

  readAll(): void {
    const seen = new Set<number>()
    const waiting = [this.#long(4)]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at === 0 || seen.has(at)) continue
      seen.add(at)
      assertWhole(seen.size <= MOST_DIRECTORIES)
      waiting.push(...this.#readDirectory(at))
    }
  }

  /** @returns the places of further directories */
  #readDirectory(at: number): number[] {
    const count = this.#short(at)
    const next = at + 2 + count * 12
    this.#reach(next + 4)
    const entries: Entries = new Map()
    this.#count(count)
    for (let place = at + 2; place < next; place += 12) {
      const tag = this.#short(place)
      const values = this.#values(place, PLACES.has(tag))
      if (values !== undefined) entries.set(tag, values)
    }
    for (const [places, lengths] of PIXELS) this.#reachPixels(entries.get(places), entries.get(lengths))
    return [this.#long(next), ...DIRECTORIES.flatMap((tag) => entries.get(tag) ?? [])]
  }

  /** The values of an entry that are short or long numbers, where they are places; of all others only the place is looked at. */
  #values(at: number, isRead: boolean): number[] | undefined {
    const type = this.#short(at + 2)
    const count = this.#long(at + 4)
    const size = (SIZES[type] ?? 0) * count
    const start = size <= 4 ? at + 8 : this.#long(at + 8)
    this.#reach(start + size)
    const isLong = type === 4 || type === 13
    if (!isRead || !(type === 3 || isLong)) return undefined
    this.#count(count)
    return Array.from({ length: count }, (_, index) =>
      isLong ? this.#long(start + index * 4) : this.#short(start + index * 2),
    )
  }

  #count(more: number): void {
    this.#left -= more
    if (this.#left < 0) refuse({ fault: 'too_complex' })
  }

  #reachPixels(places: number[] = [], lengths: number[] = []): void {
    for (const [index, place] of places.entries()) this.#reach(place + (lengths[index] ?? 0))
    this.hasPixels ||= places.length > 0
  }

  #reach(end: number): void {
    assertWhole(end <= this.#content.length)
    this.end = Math.max(this.end, end)
  }

  #short(at: number): number {
    assertWhole(at + 2 <= this.#content.length)
    return this.#isLittle ? this.#content.readUInt16LE(at) : this.#content.readUInt16BE(at)
  }

  #long(at: number): number {
    assertWhole(at + 4 <= this.#content.length)
    return this.#isLittle ? this.#content.readUInt32LE(at) : this.#content.readUInt32BE(at)
  }
}

/** Letters without case, digits, and 28 classes of all other bytes: 6 bits each. */
const CLASSES = 64
const BITS = CLASSES ** 3

const classOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte
  if (lower >= 97 && lower <= 122) return lower - 97
  if (lower >= 48 && lower <= 57) return lower - 22
  return 36 + (lower % 28)
})

/**
 * Which three bytes in a row occur in a block: a Bloom filter with one hash, exact for letters and digits whatever their case.
 * 32 kB; a word that is not there is ruled out without unpacking the block.
 */
export class Trigrams {
  readonly bits: Uint8Array

  constructor(bits: Uint8Array = new Uint8Array(BITS / 8)) {
    this.bits = bits
  }

  addAll(bytes: Uint8Array): void {
    const { bits } = this
    let hash = 0
    for (let at = 0; at < bytes.length; at++) {
      hash = ((hash << 6) | (classOf[bytes[at] as number] as number)) & (BITS - 1)
      if (at >= 2) bits[hash >> 3] = (bits[hash >> 3] as number) | (1 << (hash & 7))
    }
  }

  /** Whether the text may occur; always for less than three bytes. */
  mayHave(text: Uint8Array): boolean {
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      hash = ((hash << 6) | (classOf[text[at] as number] as number)) & (BITS - 1)
      if (at >= 2 && ((this.bits[hash >> 3] as number) & (1 << (hash & 7))) === 0) return false
    }
    return true
  }
}

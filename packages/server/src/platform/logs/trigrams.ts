/** Letters without case, digits, and 28 classes of all other characters: 6 bits each. */
const CLASSES = 64
const BITS = CLASSES ** 3
const ASCII = 128
const NEWLINE = 10

const UNKNOWN = 0xff
/** The class of each character of the Basic Multilingual Plane that was met. */
const classes = new Uint8Array(0x1_00_00).fill(UNKNOWN)

/** A character as what its cases have in common: at least whatever `/iu` takes for one and the same is one and the same here. */
export function foldCharacter(character: string): number {
  return character.toLowerCase().toUpperCase().toLowerCase().codePointAt(0) as number
}

function classOf(code: number): number {
  const known = classes[code]
  if (known !== undefined && known !== UNKNOWN) return known
  const found = classify(foldCharacter(String.fromCodePoint(code)))
  if (code < classes.length) classes[code] = found
  return found
}

function classify(folded: number): number {
  if (folded >= 97 && folded <= 122) return folded - 97
  if (folded >= 48 && folded <= 57) return folded - 22
  return 36 + (folded % 28)
}

for (let code = 0; code < ASCII; code++) classOf(code)

/** What the trigrams of a block were made of: those of files of before know the bytes, and of letters beyond ASCII not their case. */
export type TrigramUnit = 'character' | 'byte'

/**
 * Which three characters in a row occur in a block: a Bloom filter with one hash, exact for English letters and digits whatever their case.
 * 32 kB; a word that is not there is ruled out without unpacking the block.
 */
export class Trigrams {
  readonly bits: Uint8Array
  readonly unit: TrigramUnit

  constructor(bits: Uint8Array = new Uint8Array(BITS / 8), unit: TrigramUnit = 'character') {
    this.bits = bits
    this.unit = unit
  }

  /** @param bytes whole lines in UTF-8 */
  addAll(bytes: Buffer): void {
    const { bits } = this
    let hash = 0
    let lineStart = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (byte >= ASCII) {
        // The line is read as the search reads it.
        const end = bytes.indexOf(NEWLINE, at)
        at = end < 0 ? bytes.length : end
        this.#addText(bytes.toString('utf8', lineStart, at))
        lineStart = at + 1
        continue
      }
      if (byte === NEWLINE) lineStart = at + 1
      hash = ((hash << 6) | (classes[byte] as number)) & (BITS - 1)
      if (at >= 2) bits[hash >> 3] = (bits[hash >> 3] as number) | (1 << (hash & 7))
    }
  }

  /** Whether the text may occur, whatever its case; always for less than three characters. */
  mayHave(text: string): boolean {
    for (const hash of this.#hashesOf(text)) {
      if (((this.bits[hash >> 3] as number) & (1 << (hash & 7))) === 0) return false
    }
    return true
  }

  #addText(text: string): void {
    const { bits } = this
    let hash = 0
    let length = 0
    for (const character of text) {
      hash = ((hash << 6) | classOf(character.codePointAt(0) as number)) & (BITS - 1)
      if (++length >= 3) bits[hash >> 3] = (bits[hash >> 3] as number) | (1 << (hash & 7))
    }
  }

  *#hashesOf(text: string): Generator<number> {
    let hash = 0
    let length = 0
    for (const character of text) {
      const code = character.codePointAt(0) as number
      hash = ((hash << 6) | classOf(code)) & (BITS - 1)
      // Bytes of the other case are other bytes: only what lies between such letters can be looked for.
      length = this.unit === 'byte' && code >= ASCII ? 0 : length + 1
      if (length >= 3) yield hash
    }
  }
}

/**
 * Golomb-Rice coding (Rice and Plaunt 1971): a number's high part in unary, its low `k` bits as they are. Close to the
 * entropy of readings that scatter about a value, without the table that a Huffman code has to carry in every block.
 */

/** A high part of this many ones is followed by the whole number instead, so that one wild value stays affordable. */
const ESCAPE = 24
const WHOLE_BITS = 53
/** Bits are written in pieces that a 32-bit integer holds. */
const PIECE = 24
/** What of four bytes is there at every position. */
const WINDOW_BITS = 25

/** The bits that numbers take with the parameter `k`. */
export function riceBits(values: Float64Array, k: number): number {
  const divisor = 2 ** k
  let bits = 0
  for (const value of values) {
    const high = Math.floor(value / divisor)
    bits += high < ESCAPE ? high + 1 + k : ESCAPE + WHOLE_BITS
  }
  return bits
}

/** The parameter with which numbers take the least. */
export function bestParameter(values: Float64Array): { k: number; bits: number } {
  let sum = 0
  for (const value of values) sum += value
  const guess = Math.max(0, Math.floor(Math.log2(sum / values.length + 1)))
  let best = { k: 0, bits: Number.POSITIVE_INFINITY }
  for (let k = Math.max(0, guess - 2); k <= Math.min(WHOLE_BITS - 1, guess + 2); k++) {
    const bits = riceBits(values, k)
    if (bits < best.bits) best = { k, bits }
  }
  return best
}

/** @param values whole numbers from 0 to 2^53 - 1 */
export function encodeRice(values: Float64Array, k: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(riceBits(values, k) / 8))
  let position = 0
  const put = (value: number, bits: number) => {
    for (let left = bits; left > 0; left--, position++) {
      if ((value >>> (left - 1)) & 1) bytes[position >>> 3] = (bytes[position >>> 3] ?? 0) | (0x80 >>> (position & 7))
    }
  }
  const putWide = (value: number, bits: number) => {
    for (let left = bits; left > 0; ) {
      const piece = Math.min(left, PIECE)
      left -= piece
      put(Math.floor(value / 2 ** left) % 2 ** piece, piece)
    }
  }
  const divisor = 2 ** k
  for (const value of values) {
    const high = Math.floor(value / divisor)
    if (high < ESCAPE) {
      put((2 ** high - 1) * 2, high + 1)
      putWide(value % divisor, k)
    } else {
      put(2 ** ESCAPE - 1, ESCAPE)
      putWide(value, WHOLE_BITS)
    }
  }
  return bytes
}

/**
 * Reads what `encodeRice` has written. This is what reading a series spends its time on: the bits of nearly every number lie within four bytes, which are
 * read at once, so that nothing has to be decided but whether they do.
 * @param count how many numbers the bytes hold
 */
export function decodeRice(bytes: Uint8Array, k: number, count: number): Float64Array {
  const values = new Float64Array(count)
  // Behind the last byte are zeros.
  const padded = new Uint8Array(bytes.length + 8)
  padded.set(bytes)
  const last = bytes.length * 8
  const divisor = 2 ** k
  // A shift by 32 would be none.
  const shift = 31 - k
  let position = 0
  for (let i = 0; i < count; i++) {
    if (position > last) position = last
    const window = windowAt(padded, position)
    const ones = Math.clz32(~window)
    const used = ones + 1 + k
    if (used <= WINDOW_BITS && ones < ESCAPE) {
      values[i] = ones * divisor + (((window << ones) & 0x7fffffff) >>> shift)
      position += used
      continue
    }
    const escaped = ones >= ESCAPE
    position += escaped ? ESCAPE : ones + 1
    let low = 0
    for (let left = escaped ? WHOLE_BITS : k; left > 0; ) {
      const piece = Math.min(left, PIECE)
      low = low * (1 << piece) + (windowAt(padded, Math.min(position, last)) >>> (32 - piece))
      position += piece
      left -= piece
    }
    values[i] = escaped ? low : ones * divisor + low
  }
  return values
}

/** The next bits, at the top of a 32-bit integer: as many as are in four bytes but for those before the position. */
function windowAt(bytes: Uint8Array, position: number): number {
  const at = position >>> 3
  const word =
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  return word << (position & 7)
}

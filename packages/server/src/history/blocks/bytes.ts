/** Writes bytes one after the other; what it writes grows as needed. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #end = 0

  get length(): number {
    return this.#end
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#end++] = value
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length)
    this.#bytes.set(value, this.#end)
    this.#end += value.length
  }

  /** A whole number from 0 to 2^53, 7 bits a byte, low ones first. */
  varint(value: number): void {
    this.#reserve(8)
    let rest = value
    while (rest >= 0x80) {
      this.#bytes[this.#end++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[this.#end++] = rest
  }

  /** Bytes with their length before them. */
  block(value: Uint8Array): void {
    this.varint(value.length)
    this.bytes(value)
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end + bytes))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
  }
}

/** Reads what a `ByteWriter` has written. @throws RangeError where the bytes end too soon */
export class ByteReader {
  readonly #bytes: Uint8Array
  #position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#position >= this.#bytes.length
  }

  /** How many bytes were read. */
  get position(): number {
    return this.#position
  }

  byte(): number {
    const value = this.#bytes[this.#position++]
    if (value === undefined) throw new RangeError('The block ends too soon.')
    return value
  }

  varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }

  block(): Uint8Array {
    const length = this.varint()
    const end = this.#position + length
    if (end > this.#bytes.length) throw new RangeError('The block ends too soon.')
    const value = this.#bytes.subarray(this.#position, end)
    this.#position = end
    return value
  }

  rest(): Uint8Array {
    const value = this.#bytes.subarray(this.#position)
    this.#position = this.#bytes.length
    return value
  }
}

/**
 * Many whole numbers, one behind the other, as `ByteWriter.varint` has written them. Most take a byte or two, so that the loop does without a call for each.
 * @throws RangeError where the bytes end too soon
 */
export function readVarints(bytes: Uint8Array, count: number): Float64Array {
  const values = new Float64Array(count)
  let next = 0
  for (let i = 0; i < count; i++) {
    let byte = bytes[next++] as number
    let value = byte & 0x7f
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      byte = bytes[next++] as number
      value += (byte & 0x7f) * factor
    }
    values[i] = value
  }
  if (next > bytes.length) throw new RangeError('The block ends too soon.')
  return values
}

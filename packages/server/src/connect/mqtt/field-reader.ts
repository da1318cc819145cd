import { isUtf8 } from 'node:buffer'
import { PacketFault } from './reason-codes.ts'

/** A Variable Byte Integer has four bytes at most (MQTT 5, 1.5.5). */
const MAX_INTEGER_BYTES = 4

/** Reads the fields of one packet, and nothing behind its end. */
export class FieldReader {
  readonly #bytes: Buffer
  #position: number
  #end: number

  constructor(bytes: Buffer, position: number, end: number) {
    this.#bytes = bytes
    this.#position = position
    this.#end = end
  }

  get left(): number {
    return this.#end - this.#position
  }

  byte(): number {
    return this.#bytes[this.#advance(1)] ?? 0
  }

  uint16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2))
  }

  uint32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  variableInteger(): number {
    let value = 0
    for (let place = 0; place < MAX_INTEGER_BYTES; place++) {
      const byte = this.byte()
      value += (byte & 0x7f) * 128 ** place
      if (byte < 0x80) return value
    }
    throw new PacketFault('An integer has more than four bytes.')
  }

  /** Bytes that begin with their number; they share memory with the packet. */
  binary(): Buffer {
    const length = this.uint16()
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  /** Text in UTF-8 without U+0000 (MQTT 5, 1.5.4). */
  text(): string {
    const text = this.filter()
    if (text.includes('\u0000')) throw new PacketFault('A text has U+0000.')
    return text
  }

  /** A filter of a subscription in UTF-8; one with U+0000 fits nothing and is refused by itself. */
  filter(): string {
    const bytes = this.binary()
    if (!isUtf8(bytes)) throw new PacketFault('A text is not UTF-8.')
    return bytes.toString('utf8')
  }

  /** What is left of the packet; it shares memory with it. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#advance(this.left), this.#end)
  }

  /** The next `length` bytes as fields of their own. */
  part(length: number): FieldReader {
    const start = this.#advance(length)
    return new FieldReader(this.#bytes, start, start + length)
  }

  /** Nothing may follow. */
  assertEnd(): void {
    if (this.left > 0) throw new PacketFault('A packet is longer than its fields.')
  }

  #advance(bytes: number): number {
    const start = this.#position
    if (start + bytes > this.#end) throw new PacketFault('A packet is shorter than its fields.')
    this.#position = start + bytes
    return start
  }
}

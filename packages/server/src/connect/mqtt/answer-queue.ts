import { firstByteOf } from './answers.ts'

/** PUBACK, PUBREC, PUBREL and PUBCOMP that say that all is well: a header of two bytes and the identifier. */
const PLAIN_BYTES = 4

/** What is to be written to one client, collected into one write. */
export class AnswerQueue {
  /** Plain acknowledgements, each as a number of its type and its identifier. */
  #plain: number[] = []
  #others: Buffer[] = []

  get isEmpty(): boolean {
    return this.#plain.length === 0 && this.#others.length === 0
  }

  acknowledge(type: number, id: number): void {
    this.#plain.push((type << 16) | id)
  }

  add(bytes: Buffer): void {
    this.#others.push(bytes)
  }

  /** @returns all of it */
  take(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#plain.length * PLAIN_BYTES)
    let end = 0
    for (const one of this.#plain) {
      bytes[end] = firstByteOf(one >> 16)
      bytes[end + 1] = 2
      bytes[end + 2] = (one >> 8) & 0xff
      bytes[end + 3] = one & 0xff
      end += PLAIN_BYTES
    }
    const others = this.#others
    this.#plain = []
    if (others.length === 0) return bytes
    this.#others = []
    return Buffer.concat([bytes, ...others])
  }
}

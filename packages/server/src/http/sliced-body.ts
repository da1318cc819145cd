import { Readable } from 'node:stream'

const SLICE_BYTES = 64 * 1024
/** Slices that leave in one turn of the event loop, of all answers together. */
const SLICES_A_TURN = 16

/** Shares the turns of the event loop among all who send large bodies, so that between two turns others are served. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #isScheduled = false

  /** Does the work in the next turn that has room for it. */
  wait(work: () => void): void {
    this.#waiting.push(work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      for (const work of this.#waiting.splice(0, SLICES_A_TURN)) work()
      this.#schedule()
    })
  }
}

const turns = new Turns()

/**
 * Large bytes as a stream of slices. To hand megabytes to the kernel takes milliseconds of copying, which hundreds of clients
 * that ask at once would make seconds; and what a client does not read is not handed on.
 */
export class SlicedBody extends Readable {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Buffer) {
    super({ highWaterMark: SLICE_BYTES })
    this.#bytes = bytes
  }

  override _read(): void {
    turns.wait(() => {
      if (this.destroyed) return
      const slice = this.#bytes.subarray(this.#offset, this.#offset + SLICE_BYTES)
      this.#offset += slice.length
      this.push(slice.length === 0 ? null : slice)
    })
  }
}

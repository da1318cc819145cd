/** Draws one picture after the other: a large one takes much memory while it is drawn. */
export class DrawingQueue {
  readonly #most: number
  #count = 0
  #last: Promise<unknown> = Promise.resolve()

  /** @param most pictures that wait or are drawn */
  constructor(most: number) {
    this.#most = most
  }

  /** Whether no other picture may wait. Whoever draws nevertheless is not refused. */
  get isFull(): boolean {
    return this.#count >= this.#most
  }

  /** Draws when all who came before are done, whether they failed or not. */
  async draw(work: () => Promise<Buffer>): Promise<Buffer> {
    this.#count += 1
    const drawn = this.#last.then(work).finally(() => {
      this.#count -= 1
    })
    this.#last = drawn.catch(() => undefined)
    return await drawn
  }
}

/**
 * Work that begins after it is asked for, and once for all who ask in the meantime: whoever waits for it finds what they did before
 * taken into account, and a hundred who ask at once cost two runs.
 */
export class SharedRun {
  readonly #work: () => Promise<void>
  #current: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** Resolves, or fails, with a run that began after this was called. */
  run(): Promise<void> {
    if (this.#current === undefined) return this.#begin()
    this.#next ??= this.#current
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#begin()
      })
    return this.#next
  }

  #begin(): Promise<void> {
    const running = this.#work().finally(() => {
      if (this.#current === running) this.#current = undefined
    })
    this.#current = running
    return running
  }
}

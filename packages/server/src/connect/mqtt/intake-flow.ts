/** The ingest takes 100,000 in all, also of other senders. */
const MOST_MESSAGES = 60_000
const MOST_BYTES = 64 * 1_048_576
/** Those who wait go on when so much of it is free again. */
const REOPEN_SHARE = 0.75

/** Messages of all clients on their way to the database: beyond a number of them, and of bytes, no more is read of anybody. */
export class IntakeFlow {
  #messages = 0
  #bytes = 0
  #isFull = false
  readonly #waiting = new Set<() => void>()

  get isFull(): boolean {
    return this.#isFull
  }

  enter(bytes: number): void {
    this.#messages += 1
    this.#bytes += bytes
    this.#isFull ||= this.#messages >= MOST_MESSAGES || this.#bytes >= MOST_BYTES
  }

  leave(bytes: number): void {
    this.#messages -= 1
    this.#bytes -= bytes
    if (!this.#isFull) return
    if (this.#messages > MOST_MESSAGES * REOPEN_SHARE || this.#bytes > MOST_BYTES * REOPEN_SHARE) return
    this.#isFull = false
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const goOn of waiting) goOn()
  }

  /** Calls back once when there is room again. */
  wait(goOn: () => void): void {
    this.#waiting.add(goOn)
  }

  /** It waits no more. */
  forget(goOn: () => void): void {
    this.#waiting.delete(goOn)
  }
}

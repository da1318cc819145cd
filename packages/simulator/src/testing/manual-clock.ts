import type { Clock } from '../clock.ts'

interface Sleeper {
  /** Unix ms. */
  wakesAt: number
  wake: () => void
}

/** A clock that stands still until a test moves it, so that nothing depends on how fast the machine is. */
export class ManualClock implements Clock {
  #now: number
  readonly #sleepers = new Set<Sleeper>()

  /** @param start Unix ms */
  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  /** How many sleep at this moment. */
  get sleeping(): number {
    return this.#sleepers.size
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    await new Promise<void>((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake)
        this.#sleepers.delete(sleeper)
        resolve()
      }
      const sleeper = { wakesAt: this.#now + ms, wake }
      this.#sleepers.add(sleeper)
      signal.addEventListener('abort', wake)
    })
  }

  /** Moves on to the moment at which the first of the sleepers wakes. */
  moveOn(): void {
    const next = Math.min(...[...this.#sleepers].map(({ wakesAt }) => wakesAt))
    this.#now = Math.max(this.#now, next)
    for (const { wakesAt, wake } of [...this.#sleepers]) if (wakesAt <= this.#now) wake()
  }
}

import { RenderError } from './render/render-pool.ts'

export interface ReadLimits {
  /** Records that are read at once. */
  processes: number
  /** That may wait. */
  queue: number
  /** Of one owner, waiting ones included. */
  perOwner: number
}

/** Reads the records of documents a few at once, so that reports of long windows take neither the database nor the event loop from others. */
export class ReadQueue {
  readonly #limits: ReadLimits
  readonly #owners = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: ReadLimits) {
    this.#limits = limits
  }

  /** @throws RenderError `owner_limit` or `queue_full`, and whatever the work throws */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const own = this.#owners.get(owner) ?? 0
    if (own >= this.#limits.perOwner) throw new RenderError('owner_limit')
    if (this.#waiting.length >= this.#limits.queue) throw new RenderError('queue_full')
    this.#owners.set(owner, own + 1)
    try {
      await this.#turn()
      return await work().finally(() => this.#next())
    } finally {
      this.#leave(owner)
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#limits.processes) {
      this.#running++
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Gives the place to whoever has waited longest. */
  #next(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next()
  }

  #leave(owner: string): void {
    const left = (this.#owners.get(owner) ?? 0) - 1
    if (left > 0) this.#owners.set(owner, left)
    else this.#owners.delete(owner)
  }
}

/** Counts by name what is under way at this moment. */
export class ConcurrencyLimiter {
  readonly #counts = new Map<string, number>()

  /** @returns what to call once at the end of it; undefined if so many of this name are under way already */
  enter(name: string, limit: number): (() => void) | undefined {
    const count = this.#counts.get(name) ?? 0
    if (count >= limit) return undefined
    this.#counts.set(name, count + 1)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#leave(name)
    }
  }

  #leave(name: string): void {
    const count = this.#counts.get(name) ?? 0
    if (count > 1) this.#counts.set(name, count - 1)
    else this.#counts.delete(name)
  }
}

/** So many of the last documents are looked at. */
const LAST = 200

/** How rendering has gone since the start of this process. */
export class RenderStatistics {
  #rendered = 0
  #failed = 0
  #durations: number[] = []
  #lastError: string | null = null
  #isLastGood = true

  get rendered(): number {
    return this.#rendered
  }

  get failed(): number {
    return this.#failed
  }

  get lastError(): string | null {
    return this.#lastError
  }

  get isLastGood(): boolean {
    return this.#isLastGood
  }

  /** The 95th percentile of the last documents, ms. */
  get p95Ms(): number | null {
    const sorted = this.#durations.toSorted((a, b) => a - b)
    return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null
  }

  addDocument(durationMs: number): void {
    this.#rendered++
    this.#isLastGood = true
    this.#durations = [...this.#durations.slice(1 - LAST), durationMs]
  }

  addFailure(reason: string): void {
    this.#failed++
    this.#isLastGood = false
    this.#lastError = reason
  }
}

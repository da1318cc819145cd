/** Times in ms, as many as there are records; the percentiles are exact. */
export class Latencies {
  #values = new Float64Array(1 << 16)
  #count = 0

  add(milliseconds: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = milliseconds
    this.#count += 1
  }

  clear(): void {
    this.#count = 0
  }

  /** @param shares such as 0.5 and 0.99; @returns NaN where there is no value */
  percentiles(...shares: number[]): number[] {
    const sorted = this.#values.slice(0, this.#count).sort()
    return shares.map((share) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? Number.NaN)
  }
}

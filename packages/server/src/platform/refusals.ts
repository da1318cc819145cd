/**
 * Counts what was refused at the doors of this process because a limit was reached, by door and reason: for example
 * `http` and `rate_of_user`. Both are fixed words of the code, never input, so that the counters stay few.
 */
export class Refusals {
  readonly #counts = new Map<string, number>()

  count(door: string, reason: string, amount = 1): void {
    const key = `${door}.${reason}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + amount)
  }

  /** @returns counts since the start of the process by `door.reason`, in the order of their names */
  snapshot(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

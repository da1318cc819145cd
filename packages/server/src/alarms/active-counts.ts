/** Below this part of the limit a flood is over: it must not begin and end with every alarm. */
const FLOOD_OVER = 0.9

/** How many alarms are active for each customer, and for whom there are too many. Null stands for machines without a customer. */
export class ActiveCounts {
  readonly #limit: number
  readonly #counts = new Map<string | null, number>()
  readonly #flooded = new Set<string | null>()

  constructor(limit: number) {
    this.#limit = limit
  }

  isFull(customerId: string | null): boolean {
    return (this.#counts.get(customerId) ?? 0) >= this.#limit
  }

  /** @returns whether that is news */
  flood(customerId: string | null): boolean {
    if (this.#flooded.has(customerId)) return false
    this.#flooded.add(customerId)
    return true
  }

  /** @returns whether a flood is over by that */
  add(customerId: string | null, change: number): boolean {
    const count = (this.#counts.get(customerId) ?? 0) + change
    this.#counts.set(customerId, count)
    return count <= this.#limit * FLOOD_OVER && this.#flooded.delete(customerId)
  }
}

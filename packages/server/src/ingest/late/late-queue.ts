/** What a late record needs to wait for its turn. */
interface Waiting {
  record: { machineKey: number }
}

/**
 * Late records that wait for their turn behind those in order, in the order in which they came. Those of a machine that
 * is being sealed let others pass, but never each other: of two with the same time the first counts.
 */
export class LateQueue<T extends Waiting> {
  #items: T[] = []
  /** Until when a machine is passed over, by clock.monotonic(). */
  readonly #heldOff = new Map<number, number>()

  get length(): number {
    return this.#items.length
  }

  push(items: readonly T[]): void {
    this.#items.push(...items)
  }

  /** Takes up to `most` whose turn it is. @param now by clock.monotonic() */
  take(most: number, now: number): T[] {
    for (const [key, until] of this.#heldOff) if (until <= now) this.#heldOff.delete(key)
    if (this.#heldOff.size === 0) return this.#items.splice(0, most)
    const [taken, rest]: [T[], T[]] = [[], []]
    for (const item of this.#items) {
      const passes = taken.length < most && !this.#heldOff.has(item.record.machineKey)
      if (passes) taken.push(item)
      else rest.push(item)
    }
    this.#items = rest
    return taken
  }

  /** Takes back what was taken last, and passes its machines over for a while. @param until by clock.monotonic() */
  putBack(items: readonly T[], until: number): void {
    this.#items = [...items, ...this.#items]
    for (const { record } of items) this.#heldOff.set(record.machineKey, until)
  }
}

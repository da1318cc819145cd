/** New connections of which a turn of the event loop begins to read, of all addresses together. */
const A_TURN = 4

/**
 * Begins to read new connections, one of each network after the other and a few in each turn of the event loop. What comes first on a connection
 * may take milliseconds to look at: where hundreds of one address are read in one turn, all others wait for their sum.
 */
export class FirstReads {
  /** Those that wait by their network, the one first whose turn it is. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isScheduled = false

  /** @param network undefined for those of a proxy, which have one turn together */
  wait(network: string | undefined, begin: () => void): void {
    const name = network ?? ''
    const ofNetwork = this.#waiting.get(name)
    if (ofNetwork === undefined) this.#waiting.set(name, [begin])
    else ofNetwork.push(begin)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      for (let count = 0; count < A_TURN; count++) this.#next()?.()
      this.#schedule()
    })
  }

  #next(): (() => void) | undefined {
    const [first] = this.#waiting
    if (first === undefined) return undefined
    const [name, ofNetwork] = first
    const next = ofNetwork.shift()
    this.#waiting.delete(name)
    if (ofNetwork.length > 0) this.#waiting.set(name, ofNetwork)
    return next
  }
}

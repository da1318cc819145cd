import { type Bits, has, negation } from './bitset.ts'
import type { Propagation } from './propagation.ts'

/** 'undecided' when the search was given up at its bound. */
export type Outcome = Bits | 'none' | 'undecided'

/**
 * Looks for a configuration that obeys all rules: backtracking over the literals of `order`, each of which is tried before its negation. The
 * first that is found is the best by that order, literal by literal. Deterministic; the worst case is exponential, so that the search ends after
 * a number of contradictions.
 */
export class Search {
  readonly #propagation: Propagation
  readonly #bound: number
  readonly #levels: Bits[] = []
  #left = 0
  #order: ArrayLike<number> = []

  /** @param bound contradictions after which a search is given up */
  constructor(propagation: Propagation, bound: number) {
    this.#propagation = propagation
    this.#bound = bound
  }

  /**
   * @param start what holds; it stays as it is
   * @param order a literal of each option
   */
  solve(start: Bits, order: ArrayLike<number>): Outcome {
    this.#left = this.#bound
    this.#order = order
    this.#level(0).set(start)
    const found = this.#descend(0, 0)
    if (found === undefined) return this.#left < 0 ? 'undecided' : 'none'
    return found.slice()
  }

  #descend(depth: number, from: number): Bits | undefined {
    const bits = this.#level(depth)
    for (let index = from; index < this.#order.length; index++) {
      const literal = this.#order[index] as number
      if (has(bits, literal) || has(bits, negation(literal))) continue
      const next = this.#level(depth + 1)
      next.set(bits)
      const found = this.#propagation.assume(next, literal) ? this.#descend(depth + 1, index + 1) : undefined
      if (found !== undefined) return found
      if (this.#left < 0 || --this.#left < 0) return undefined
      if (!this.#propagation.assume(bits, negation(literal))) return undefined
    }
    return bits
  }

  #level(depth: number): Bits {
    let bits = this.#levels[depth]
    if (bits === undefined) {
      bits = new Uint32Array(this.#propagation.words)
      this.#levels[depth] = bits
    }
    return bits
  }
}

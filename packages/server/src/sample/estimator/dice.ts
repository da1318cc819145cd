/** A stream of numbers that is the same at every start. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A whole number from 0 below `end`. */
  below(end: number): number {
    // The linear congruence of Numerical Recipes; its high bits are good enough for samples.
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * end)
  }

  /** One of some. @throws Error where there is none */
  of<T>(some: readonly T[]): T {
    const one = some[this.below(some.length)]
    if (one === undefined) throw new Error('There is nothing to choose from.')
    return one
  }
}

import { HOUR_MS } from '../../telemetry/index.ts'

/** A speed that is not reported again for so long is not known any more. */
export const SPEED_HOLDS_MS = 24 * HOUR_MS
/** The same for a speed that is set and for the tag of a condition. */
export const VALUE_HOLDS_MS = 24 * HOUR_MS
/** The same for a recipe. */
export const RECIPE_HOLDS_MS = 7 * 24 * HOUR_MS

/** A value that holds from a time on, Unix ms. */
export interface Change<Value> {
  at: number
  value: Value
}

/** Changes over time, asked for times that rise. */
export class Line<Value> {
  readonly #changes: readonly Change<Value>[]
  readonly #holdsMs: number
  #place = -1

  constructor(changes: readonly Change<Value>[], before: Change<Value> | undefined, holdsMs: number) {
    this.#changes = before === undefined ? changes : [before, ...changes]
    this.#holdsMs = holdsMs
  }

  /** What holds at a time, and until when that is so. */
  at(time: number): { change: Change<Value> | undefined; until: number } {
    while ((this.#changes[this.#place + 1]?.at ?? Number.POSITIVE_INFINITY) <= time) this.#place += 1
    const change = this.#changes[this.#place]
    const next = this.#changes[this.#place + 1]?.at ?? Number.POSITIVE_INFINITY
    const end = (change?.at ?? Number.NEGATIVE_INFINITY) + this.#holdsMs
    return end > time ? { change, until: Math.min(next, end) } : { change: undefined, until: next }
  }
}

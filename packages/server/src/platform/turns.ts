import { setImmediate as nextTurn } from 'node:timers/promises'
import { clock } from './clock.ts'

/** Other requests wait no longer than this for a long piece of work. */
const LONGEST_MS = 10

/** Gives other requests their turn in a long piece of work, by the time that it has taken: items cost what whoever sends them likes. */
export class Turns {
  #since = clock.monotonic()

  get isDue(): boolean {
    return clock.monotonic() - this.#since >= LONGEST_MS
  }

  async next(): Promise<void> {
    await nextTurn()
    this.#since = clock.monotonic()
  }
}

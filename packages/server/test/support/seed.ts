const DEFAULT_SEED = 20_261_121

/** The seed of every random test: the same each time unless `SEED` names another one. It is printed to be repeated. */
export const seed = Number(process.env.SEED ?? DEFAULT_SEED)

process.stdout.write(`Random tests use SEED=${seed}\n`)

/** A source of numbers from 0 to 1 that a seed determines (mulberry32). */
export function randomNumbers(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

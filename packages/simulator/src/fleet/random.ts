/** Deterministic randomness: the same seed gives the same numbers on every computer. */

const GOLDEN = 0x9e3779b9

/** Spreads the bits of a 32-bit number (the finaliser of MurmurHash3). */
function scatter(value: number): number {
  let bits = value >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A 32-bit number for a text and a seed (FNV-1a, scattered). */
export function hashText(text: string, seed: number): number {
  let hash = scatter(seed ^ 0x811c9dc5)
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return scatter(hash)
}

/** A number in [0, 1) for a seed and a whole number. */
export function fraction(seed: number, index: number): number {
  return scatter(seed ^ Math.imul(scatter(index), GOLDEN)) / 2 ** 32
}

export type Random = () => number

/** A stream of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

export function wholeBetween(random: Random, low: number, high: number): number {
  return Math.floor(between(random, low, high + 1))
}

/**
 * A continuous wandering in [-1, 1]: random values on a grid of `spacing` ms, joined by straight lines.
 * @param time Unix ms
 */
export function wander(seed: number, time: number, spacing: number): number {
  const position = time / spacing
  const index = Math.floor(position)
  const from = fraction(seed, index)
  const to = fraction(seed, index + 1)
  return 2 * (from + (to - from) * (position - index)) - 1
}

/**
 * A number from 0 (included) to 1 (excluded) that depends on nothing but its arguments: the same seed and index give
 * the same number at any time and in any order, so that a series can be cut anywhere and still fits together.
 */
export function noise(seed: string, index: number): number {
  // FNV-1a over the seed, then the finalizer of MurmurHash3 over the index mixed in; both are in the public domain.
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i += 1) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  hash ^= Math.imul(index | 0, 0x9e3779b1) ^ Math.floor(index / 0x1_0000_0000)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
}

/** Like `noise`, but drawn smoothly through time: `period` milliseconds lie between two independent values. */
export function smoothNoise(seed: string, millis: number, period: number): number {
  const step = Math.floor(millis / period)
  const part = millis / period - step
  const ease = part * part * (3 - 2 * part)
  return noise(seed, step) * (1 - ease) + noise(seed, step + 1) * ease
}

/** `value` held within `min` and `max`, rounded to `decimals`. */
export function within(value: number, min: number, max: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(Math.min(max, Math.max(min, value)) * factor) / factor
}

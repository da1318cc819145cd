import { expect } from 'vitest'

const PATIENCE_MS = 90_000

/** Looks again and again until what `read` tells is as expected. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 50 })
}

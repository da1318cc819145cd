import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 15_000
const STEP_MS = 10

/**
 * Looks again and again until there is something to see.
 * @param wanted what is waited for, named in the error
 * @param look gives undefined or false while it is not there yet
 */
export async function until<T>(
  wanted: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (performance.now() > end) throw new Error(`Not seen within ${patienceMs / 1000} s: ${wanted}`)
    await sleep(STEP_MS)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

/** Far above what anything takes on a busy machine: what is missing then does not come. */
const PATIENCE_MS = 60_000
const STEP_MS = 10
/** A round counts as so long at most: on a machine that is busy or stood still, it is not what is waited for that takes the time. */
const LONGEST_ROUND_MS = 50

/**
 * Looks again and again until there is something to see.
 * @param wanted what is waited for, named in the error
 * @param look gives undefined or false while it is not there yet
 * @param patienceMs on an idle machine; a busy one has more time, and as many looks
 */
export async function until<T>(
  wanted: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  for (let waited = 0; ; ) {
    const began = performance.now()
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (waited > patienceMs) throw new Error(`Not seen within ${patienceMs / 1000} s: ${wanted}`)
    await sleep(STEP_MS)
    waited += Math.min(performance.now() - began, LONGEST_ROUND_MS)
  }
}

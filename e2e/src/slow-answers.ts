import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** Seven of ten answers are nearly as quick as ever: then the others overtake each other. */
const QUICK_SHARE = 0.7
const QUICK_MS = 70
const SLOW_MS = 1_500

/**
 * With `SLOW_ANSWERS=7` in the environment each request of a browser to the API waits, for a time drawn from this seed. What people do while a
 * part of a screen is not there yet is where screens lose a press or what was typed.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  const seed = process.env.SLOW_ANSWERS
  if (seed === undefined) return
  let drawn = Number(seed)
  await context.route('**/v1/**', async (route) => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31
    const dice = drawn / 2 ** 31
    await sleep(dice < QUICK_SHARE ? dice * QUICK_MS : ((dice - QUICK_SHARE) / (1 - QUICK_SHARE)) * SLOW_MS)
    // A page that was closed meanwhile has taken its requests back.
    await route.continue().catch(() => undefined)
  })
}

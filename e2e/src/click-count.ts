import type { BrowserContext } from 'playwright-core'

/**
 * Counts what somebody presses in a visit: buttons, links, rows and fields, by pointer or by key. What a label passes on to its field
 * counts once.
 * @returns asks how many there were since it was asked before
 */
export async function countClicks(context: BrowserContext): Promise<() => Promise<number>> {
  let clicks = 0
  await context.exposeBinding('packhouseClicked', () => {
    clicks += 1
  })
  await context.addInitScript(() => {
    let last = -1
    const onClick = (event: Event) => {
      if (!event.isTrusted || event.timeStamp === last) return
      last = event.timeStamp
      ;(globalThis as unknown as { packhouseClicked: () => void }).packhouseClicked()
    }
    // At the document: a click that missed because its target moved is held back at the window, and done again.
    document.addEventListener('click', onClick, true)
  })
  return async () => {
    // What the page has sent arrives before its answer.
    for (const page of context.pages()) await page.evaluate(() => undefined)
    const counted = clicks
    clicks = 0
    return counted
  }
}

import type { Page } from 'playwright-core'

const PATIENCE_MS = 10_000

declare global {
  interface Window {
    /** Page time at which the temperature that is waited for was on the screen, ms. */
    benchPainted: Promise<number>
  }
}

/** The machines whose cards stand wholly in the window. */
export async function readMachinesInView(page: Page): Promise<string[]> {
  return await page.locator('article').evaluateAll((cards) =>
    cards
      .filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
      .map((card) => card.querySelector('a')?.pathname.split('/').at(-1) ?? ''),
  )
}

/**
 * Begins to look for a temperature on the card of a machine. It is on the screen at the latest when the frame after the
 * one that draws it begins, and that moment is taken: the figure is rather too large than too small.
 */
export async function watchTemperature(page: Page, machineID: string, text: string): Promise<void> {
  await page.evaluate(
    ({ machineID, text, patience }) => {
      const card = document.querySelector(`a[href="/machines/${machineID}"]`)?.closest('article')
      const terms = [...(card?.querySelectorAll('dt') ?? [])]
      const tile = terms.find((term) => term.textContent === 'Temp')?.parentElement
      if (!tile) throw new Error(`The card of ${machineID} shows no temperature.`)
      window.benchPainted = new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          observer.disconnect()
          reject(new Error(`${machineID} has not shown ${text} within ${patience} ms.`))
        }, patience)
        const observer = new MutationObserver(() => {
          if (!tile.querySelector('dd')?.textContent?.startsWith(text)) return
          observer.disconnect()
          clearTimeout(late)
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))
        })
        observer.observe(tile, { subtree: true, childList: true, characterData: true })
      })
      // It is asked for later, and is no unhandled rejection until then.
      window.benchPainted.catch(() => undefined)
    },
    { machineID, text, patience: PATIENCE_MS },
  )
}

/** @returns page time, ms */
export async function readPainted(page: Page): Promise<number> {
  return await page.evaluate(() => window.benchPainted)
}

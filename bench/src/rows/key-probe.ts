import type { Page } from 'playwright-core'

const PATIENCE_MS = 10_000

declare global {
  interface Window {
    /** From the key until the frame that shows the other total, ms. */
    benchTyped: Promise<number>
  }
}

/**
 * Presses a key and waits until the total is another one. The time begins with the event that Chromium made of the key, and ends when the
 * frame with the new total has been drawn.
 */
export async function timeKey(page: Page, key: string): Promise<number> {
  await page.evaluate((patience) => {
    const total = document.querySelector('[data-total]')
    if (total === null) throw new Error('There is no total.')
    window.benchTyped = new Promise((resolve, reject) => {
      let pressedAt = Number.NaN
      const press = (event: KeyboardEvent) => {
        pressedAt = event.timeStamp
      }
      addEventListener('keydown', press, { capture: true, once: true })
      const observer = new MutationObserver(() => {
        observer.disconnect()
        clearTimeout(late)
        // What is posted in the callback of a frame comes after that frame is drawn.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - pressedAt)
          port2.postMessage(null)
        })
      })
      observer.observe(total, { characterData: true, childList: true, subtree: true })
      const late = setTimeout(() => {
        observer.disconnect()
        reject(new Error(`The total has not changed within ${patience} ms.`))
      }, patience)
    })
  }, PATIENCE_MS)
  await page.keyboard.press(key)
  return await page.evaluate(() => window.benchTyped)
}

/** Opens a project in a page and begins to edit it. */
export async function beginToEdit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Begin to edit' }).click()
  await page.getByText('You are editing.').waitFor()
  await page.getByRole('grid', { name: 'Lines of the project' }).waitFor()
}

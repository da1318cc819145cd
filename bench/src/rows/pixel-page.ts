import type { Page } from 'playwright-core'

const PATIENCE_MS = 10_000

/** When what is waited for was where, page time, ms. */
export interface Seen {
  /** The script read the event of the stream. */
  read: number
  /** It was in the document. */
  drawn: number
  /** It was on the screen. */
  painted: number
}

declare global {
  interface Window {
    benchPainted: Promise<Seen>
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
      const parse = JSON.parse
      const mark = `"temperature":${Number(text)}`
      let read = Number.NaN
      JSON.parse = (json: string, reviver) => {
        if (Number.isNaN(read) && json.includes(mark)) read = performance.now()
        return parse(json, reviver)
      }
      window.benchPainted = new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          observer.disconnect()
          reject(new Error(`${machineID} has not shown ${text} within ${patience} ms.`))
        }, patience)
        const observer = new MutationObserver(() => {
          if (!tile.querySelector('dd')?.textContent?.startsWith(text)) return
          observer.disconnect()
          clearTimeout(late)
          JSON.parse = parse
          const drawn = performance.now()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve({ read, drawn, painted: performance.now() })))
        })
        observer.observe(tile, { subtree: true, childList: true, characterData: true })
      })
      // It is asked for later, and is no unhandled rejection until then.
      window.benchPainted.catch(() => undefined)
    },
    { machineID, text, patience: PATIENCE_MS },
  )
}

export async function readPainted(page: Page): Promise<Seen> {
  return await page.evaluate(() => window.benchPainted)
}

import type { BrowserContext, Page } from 'playwright-core'

/** Enough to find what the test waited for, and little enough to read. */
const MOST_LINES = 100
/** A page that hangs does not answer. */
const PATIENCE_MS = 10_000

/** Options of selects and addresses of links: many lines that say little. */
const NOISE = /^\s*- ('?option |\/url:)/

/** The accessibility tree of each open page, for the error of a failed test: a rare failure can seldom be repeated. */
export async function screensOf(context: BrowserContext): Promise<string[]> {
  return await Promise.all(context.pages().map(screenOf))
}

async function screenOf(page: Page): Promise<string> {
  try {
    const all = (await page.locator('body').ariaSnapshot({ timeout: PATIENCE_MS })).split('\n')
    // The bar and the navigation are the same on every page.
    const content = all.slice(Math.max(0, all.indexOf('- main:')))
    const lines = content.filter((line) => !NOISE.test(line))
    const left = lines.length - MOST_LINES
    const shown = left > 0 ? [...lines.slice(0, MOST_LINES), `and ${left} lines more`] : lines
    return [`On the screen, at ${page.url()}:`, ...shown].join('\n')
  } catch (error) {
    return `What was on the screen, at ${page.url()}, cannot be read: ${String(error)}`
  }
}

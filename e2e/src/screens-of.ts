import type { BrowserContext, Page } from 'playwright-core'

/** Enough to find what the test waited for, and little enough to read. */
const MOST_LINES = 150
/** A page that hangs does not answer. */
const PATIENCE_MS = 10_000

/** What is on the screens of a browser when a test fails, as a screen reader would have it: where it failed is rarely where it can be seen again. */
export async function screensOf(context: BrowserContext): Promise<string[]> {
  return await Promise.all(context.pages().map(screenOf))
}

async function screenOf(page: Page): Promise<string> {
  try {
    const lines = (await page.locator('body').ariaSnapshot({ timeout: PATIENCE_MS })).split('\n')
    const left = lines.length - MOST_LINES
    const shown = left > 0 ? [...lines.slice(0, MOST_LINES), `and ${left} lines more`] : lines
    return [`On the screen, at ${page.url()}:`, ...shown].join('\n')
  } catch (error) {
    return `What was on the screen, at ${page.url()}, cannot be read: ${String(error)}`
  }
}

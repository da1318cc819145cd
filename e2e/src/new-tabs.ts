import type { BrowserContext, Page } from 'playwright-core'
import { eventually } from './eventually.ts'

/**
 * Path and query of the new tab that a press opens. The tab stays empty and is closed: what an address shows is a matter of other tests, and takes long in a
 * tab behind another.
 */
export async function newTabOf(page: Page, press: () => Promise<void>): Promise<string> {
  const context = page.context()
  const wanted: string[] = []
  await context.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return await route.fallback()
    const { pathname, search } = new URL(route.request().url())
    wanted.push(pathname + search)
    await route.fulfill({ contentType: 'text/html', body: '<title>New tab</title>' })
  })
  const before = page.url()
  await press()
  await eventually(() => wanted.length).toBe(1)
  await closeOthers(context, page)
  await context.unroute('**')
  if (page.url() !== before) throw new Error(`It opened here as well: ${page.url()}`)
  return wanted[0] ?? ''
}

async function closeOthers(context: BrowserContext, page: Page): Promise<void> {
  for (const tab of context.pages()) if (tab !== page) await tab.close()
}

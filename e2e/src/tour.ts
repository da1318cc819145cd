import type { Page, Request } from 'playwright-core'

/** What stands in an address for an id or a name: two screens that differ in it alone are one. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=^\/machines\/)[^?]+|(?<=[?&]machineID=)[^&]+/g

const PATIENCE_MS = 30_000

export interface TourOptions {
  /** Where it begins; it follows every link from there. */
  from: string
  /** Addresses that no link of the first screens leads to. */
  also?: readonly string[]
}

/**
 * Walks through every screen that links, tabs, rows and the menus of the bar lead to, each once whatever the record, without
 * loading the page anew. The caller looks at each screen before it asks for the next.
 */
export async function* tour(page: Page, { from, also = [] }: TourOptions): AsyncGenerator<string> {
  const quiet = watchRequests(page)
  await page.goto(from)
  await quiet()
  const seen = new Set([shapeOf(from)])
  const waiting = [...also]
  const note = (addresses: readonly string[]) => {
    for (const address of addresses) {
      if (seen.has(shapeOf(address))) continue
      seen.add(shapeOf(address))
      waiting.push(address)
    }
  }
  note(await linksInMenus(page))
  for (let address: string | undefined = from; address !== undefined; address = waiting.shift()) {
    if (address !== from) await goInside(page, address)
    await quiet()
    yield address
    note(await leadsTo(page))
  }
}

/** What makes a screen another one: its path and tab, and whether a record or a new one is open. Drawers share tabs of one name. */
function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address.replaceAll(IDS, '…'), 'http://localhost')
  const view = searchParams.get('view')
  if (view !== null) return `drawer with ${view}`
  const [tab, open] = [searchParams.get('tab'), searchParams.get('open')]
  const place = tab !== null && open !== null ? '' : pathname
  return [place, tab, open, searchParams.get('import')].join(' ')
}

async function goInside(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), address)
}

/** @returns waits until nothing is asked for any more and nothing of the screen is loading */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().includes('/stream')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const deadline = Date.now() + PATIENCE_MS
    const isBusy = async () => open.size > 0 || (await page.locator('[aria-busy=true]:visible').count()) > 0
    do {
      if (Date.now() > deadline)
        throw new Error(`${page.url()} does not come to rest: ${[...open].map((one) => one.url())}`)
      await page.evaluate(twoFrames)
    } while (await isBusy())
    await page.evaluate(twoFrames)
  }
}

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

/** The menus of the bar, opened one after the other. */
async function linksInMenus(page: Page): Promise<string[]> {
  const links: string[] = []
  for (const button of await page.locator('header button[aria-haspopup=menu]:visible').all()) {
    await button.click()
    await page.getByRole('menu').first().waitFor()
    links.push(...(await linksOf(page)))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'hidden' })
  }
  return links
}

/** Where links, rows and tabs of the screen lead. Every tab has an address of its own. */
async function leadsTo(page: Page): Promise<string[]> {
  const here = new URL(page.url())
  const shown = (parameters: Record<string, string>) => `${here.pathname}?${new URLSearchParams(parameters)}`
  const found = await linksOf(page)
  const [isTab, isDrawer] = [here.searchParams.has('tab'), here.searchParams.has('open')]
  // The other tabs are known from the first one; a drawer over a tab is that of the resource's own list.
  if (!isTab && !here.searchParams.has('view')) found.push(...(await addressesOfTabs(page)))
  if (isDrawer) return found
  const part = Object.fromEntries([...here.searchParams].filter(([name]) => name === 'tab'))
  const firstRows = await page
    .locator('[role=grid] tbody')
    .evaluateAll((bodies) => bodies.map((body) => body.querySelector('[data-id]')?.getAttribute('data-id') ?? ''))
  // A list on a tab offers a new row where it is the list of a record.
  const offersNew = !isTab || here.pathname.search(IDS) >= 0
  for (const id of firstRows.flatMap((first) => [offersNew ? 'new' : '', first]).filter(Boolean))
    found.push(shown({ ...part, open: id }))
  return found
}

async function linksOf(page: Page): Promise<string[]> {
  return await page
    .locator('a[href^="/"]:not([target]):not([download])')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''),
    )
}

async function addressesOfTabs(page: Page): Promise<string[]> {
  const found: string[] = []
  const before = page.url()
  for (const tab of await page.locator('[role=tab][aria-selected=false]:visible').all()) {
    await tab.click()
    await page.waitForURL((url) => url.href !== before)
    const { pathname, search } = new URL(page.url())
    found.push(pathname + search)
    await goInside(page, before)
    await page.evaluate(twoFrames)
  }
  return found
}

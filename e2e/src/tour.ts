import type { Page } from 'playwright-core'
import { SettledScreen } from './settled-screen.ts'

/** What stands in an address for an id or a name: two screens that differ in it alone are one. */
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=^\/machines\/)[^?]+|(?<=[?&]machineID=)[^&]+/g

/**
 * Walks through every screen that links, tabs, rows and the menus of the bar lead to, each once whatever the record, without
 * loading the page anew. The window must be wide: a narrow one hides links.
 * @param from the address where it begins
 * @param look what is done at each screen when it is complete
 * @returns the addresses of the screens, that of the beginning first; the same in every run over the same data
 */
export async function tour(
  page: Page,
  from: string,
  look: (address: string) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const screen = new SettledScreen(page)
  await page.goto(from)
  await screen.settled()
  const found = [from]
  const seen = new Set([shapeOf(from)])
  const note = (addresses: readonly string[]) => {
    for (const address of addresses) {
      if (seen.has(shapeOf(address))) continue
      seen.add(shapeOf(address))
      found.push(address)
    }
  }
  note(await linksInMenus(page))
  // What a screen leads to is put behind it and visited in its turn.
  for (const address of found) {
    await screen.show(address)
    await look(address)
    note(await leadsTo(page, screen))
  }
  return found
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
async function leadsTo(page: Page, screen: SettledScreen): Promise<string[]> {
  const here = new URL(page.url())
  const [isTab, isDrawer] = [here.searchParams.has('tab'), here.searchParams.has('open')]
  const found = [...(await linksOf(page)), ...(isDrawer ? [] : await addressesOfRows(page))]
  // The other tabs are known from the first one; a drawer over a tab is that of the resource's own list.
  const hasOtherTabs = !isTab && !here.searchParams.has('view')
  return hasOtherTabs ? [...found, ...(await addressesOfTabs(page, screen))] : found
}

/** The first row of each list in its drawer, and a new one. */
async function addressesOfRows(page: Page): Promise<string[]> {
  const { pathname, searchParams } = new URL(page.url())
  const part = Object.fromEntries([...searchParams].filter(([name]) => name === 'tab'))
  const firstRows = await page
    .locator('[role=grid] tbody')
    .evaluateAll((bodies) => bodies.map((body) => body.querySelector('[data-id]')?.getAttribute('data-id') ?? ''))
  // A list on a tab offers a new row where it is the list of a record.
  const offersNew = !searchParams.has('tab') || pathname.search(IDS) >= 0
  return firstRows
    .flatMap((first) => [offersNew ? 'new' : '', first])
    .filter(Boolean)
    .map((open) => `${pathname}?${new URLSearchParams({ ...part, open })}`)
}

async function linksOf(page: Page): Promise<string[]> {
  return await page
    .locator('a[href^="/"]:not([target]):not([download])')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''),
    )
}

async function addressesOfTabs(page: Page, screen: SettledScreen): Promise<string[]> {
  const found: string[] = []
  const before = page.url()
  // Tabs within a panel are parts of a screen: its address does not name them.
  for (const tab of await page.locator('[role=tab][aria-selected=false]:not(section *):visible').all()) {
    await tab.click()
    await page.waitForURL((url) => url.href !== before)
    await screen.drawn()
    const { pathname, search } = new URL(page.url())
    found.push(pathname + search)
    await screen.go(before)
  }
  return found
}

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { Guard } from './guard.ts'
import type { ProductAddress } from './product.ts'
import { Records } from './records.ts'
import { screensOf } from './screens-of.ts'
import { type Account, storedSession } from './sign-in.ts'
import { slowDown } from './slow-answers.ts'

/**
 * What takes a browser so long hangs: less than a test may take, so that the error says what was waited for. `BROWSER_HANGS_MS` in the
 * environment is for whoever looks for the cause of a failure; no file is changed for it.
 */
const HANGING_MS = Number(process.env.BROWSER_HANGS_MS ?? 240_000)

export interface VisitOptions {
  /** Default: the quiet product. */
  product?: ProductAddress
  /** Signed in from the start; default: nobody. */
  as?: Account
  /** Other entries of local storage. */
  storage?: Record<string, string>
  theme?: 'light' | 'dark'
  /** Default 1440 x 900. */
  width?: number
  height?: number
  touch?: boolean
  /** Default: true in the back office, where drawing what moves took an eighth of the processor time; false elsewhere. */
  reducedMotion?: boolean
  /** Default: Europe/Oslo. */
  timeZone?: string
  /** What the browser asks for; default: en-GB. */
  language?: string
}

/** A browser profile of its own at a product. */
export interface Visit {
  page: Page
  context: BrowserContext
  guard: Guard
  product: ProductAddress
}

export type OpenVisit = (options?: VisitOptions) => Promise<Visit>

/**
 * A test with a browser: `visit` opens a profile of its own, which is judged by its guard and closed afterwards. `records`
 * makes rows in the quiet product, which are gone afterwards.
 */
export const test = base.extend<{ browser: Browser; records: Records; visit: OpenVisit }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern that it needs no other
    async ({}, use) => {
      const browser = await launchBrowser()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern that it needs no other
  records: async ({}, use) => {
    const records = new Records(inject('quiet'))
    await use(records)
    await records.removeAll()
  },
  visit: async ({ browser, task }, use) => {
    const visits: Visit[] = []
    await use(async (options = {}) => {
      const visit = await openVisit(browser, options)
      visits.push(visit)
      return visit
    })
    const screens =
      task.result?.state === 'fail' ? await Promise.all(visits.map(({ context }) => screensOf(context))) : []
    for (const { context } of visits) await context.close()
    const faults = visits.flatMap(({ guard }) => guard.faults())
    const said = [...faults, ...screens]
    if (said.length > 0) throw new Error(said.join('\n'))
  },
})

async function openVisit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { product = inject('quiet'), as, storage = {}, width = 1440, height = 900, touch = false } = options
  const tokens = as === undefined ? {} : await storedSession(product, as)
  const localStorage = entries({ ...tokens, ...storage })
  const settings: BrowserContextOptions = {
    baseURL: product.url,
    viewport: { width, height },
    locale: options.language ?? 'en-GB',
    timezoneId: options.timeZone ?? 'Europe/Oslo',
    colorScheme: options.theme ?? 'light',
    reducedMotion: (options.reducedMotion ?? inject('areScreensStill')) ? 'reduce' : 'no-preference',
    hasTouch: touch,
    isMobile: touch,
    // For each origin that it names a page is opened, even if nothing is stored there.
    storageState: { cookies: [], origins: localStorage.length === 0 ? [] : [{ origin: product.url, localStorage }] },
  }
  const context = await browser.newContext(settings)
  context.setDefaultTimeout(HANGING_MS)
  await slowDown(context)
  const guard = new Guard(product.url)
  await guard.watch(context)
  return { context, guard, product, page: await context.newPage() }
}

function entries(storage: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(storage).map(([name, value]) => ({ name, value }))
}

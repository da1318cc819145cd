import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { violationsNow } from './axe.ts'
import { launchBrowser } from './browser.ts'
import { startLivingProduct } from './living-product.ts'
import type { Product } from './product.ts'
import { type Account, storedSession } from './sign-in.ts'
import { tour } from './tour.ts'

export const WIDTHS = [1440, 768, 390, 360]
const THEMES = ['light', 'dark'] as const
const WIDE = { width: 1440, height: 900 }
/** Who sees which screens, and where the walk through them begins. */
export const tours = [
  { as: 'customer', from: '/' },
  { as: 'staff', from: '/home' },
] as const

export interface ScreenReport {
  /** How many screens were looked at, each in eight forms. */
  screens: number
  /** What axe finds, and where a screen scrolls sideways. */
  faults: string[]
}

/**
 * Walks through every screen of the sample company as a customer and as staff. At four widths in both themes it takes a picture of
 * each, asks axe, and looks whether it scrolls sideways.
 * @param folder of the pictures, `staff-012-390-dark.png` of the screens in `screens.txt`
 */
export async function lookAtEveryScreen(folder: string, report: (line: string) => void): Promise<ScreenReport> {
  await mkdir(folder, { recursive: true })
  const [browser, product] = await Promise.all([launchBrowser(), startLivingProduct()])
  const faults: string[] = []
  let screens = 0
  try {
    for (const { as, from } of tours) {
      const page = await openPage(browser, product, as)
      await tour(page, from, async (address) => {
        const name = `${as}-${String(++screens).padStart(3, '0')}`
        report(`${name} ${address}`)
        for (const fault of await lookAt(page, join(folder, name))) {
          faults.push(`${name} ${address} ${fault}`)
          report(`  ${fault}`)
        }
      })
      await page.context().close()
    }
    return { screens, faults }
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function openPage(browser: Browser, product: Product, account: Account): Promise<Page> {
  const localStorage = Object.entries(await storedSession(product, account)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: WIDE,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
  })
  return await context.newPage()
}

async function lookAt(page: Page, path: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) faults.push(...(await faultsAt(page, width, path)))
  return faults
}

/**
 * What axe finds on the screen that is shown at this width in either theme, and whether it scrolls sideways. The window is wide and light again
 * afterwards, as a tour needs it.
 * @param path of the pictures, without width and theme; without it none is taken
 */
export async function faultsAt(page: Page, width: number, path?: string): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize({ ...WIDE, width })
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    // Only colours differ between the themes.
    const rules = colorScheme === 'dark' ? 'colours' : 'all'
    for (const violation of await violationsNow(page, rules)) faults.push(`${width} ${colorScheme}: ${violation}`)
    if (path !== undefined)
      await page.screenshot({ path: `${path}-${width}-${colorScheme}.png`, fullPage: true, animations: 'disabled' })
  }
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
  if (scrolled > width) faults.push(`${width}: scrolls sideways, ${scrolled} px`)
  await page.setViewportSize(WIDE)
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

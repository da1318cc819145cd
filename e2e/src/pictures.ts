import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from './browser.ts'
import { guidePictures } from './guide-pictures.ts'
import { cardsOf } from './overview.ts'
import { desktop, type Picture, pageOfCustomer } from './picture.ts'
import { type Product, startProduct } from './product.ts'
import { storedSession } from './sign-in.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const pictures: Picture[] = [
  { name: 'overview-light', address: '/', options: { ...desktop, colorScheme: 'light' } },
  { name: 'overview-dark', address: '/', options: { ...desktop, colorScheme: 'dark' } },
  {
    name: 'machine-light',
    address: '/machines/VFFS-2214',
    options: { ...desktop, colorScheme: 'light' },
    last: (page) => page.getByRole('slider').nth(1),
  },
  {
    name: 'customer-light',
    address: locationsOfCustomer,
    options: { ...desktop, colorScheme: 'light' },
    as: 'staff',
    last: (page) => page.getByRole('row', { name: /Bergen plant/ }),
  },
  { name: 'phone-light', address: '/', options: { ...phone, colorScheme: 'light' } },
]

/**
 * Takes the pictures of the README and of the guides from the running product, each into its folder. Size, language, time zone and what is
 * waited for are fixed, and the simulated fleet behaves alike in every run; only the time of day is that of the run.
 * @returns the names of the files
 */
export async function takePictures(readmeFolder: string, guideFolder: string): Promise<string[]> {
  await Promise.all([readmeFolder, guideFolder].map((folder) => mkdir(folder, { recursive: true })))
  const [browser, product] = await Promise.all([launchBrowser(), startProduct()])
  try {
    await hoursAreFilledIn(product)
    for (const picture of pictures) {
      await writeFile(join(readmeFolder, `${picture.name}.png`), await take(browser, picture, product))
    }
    for (const picture of guidePictures) {
      const webp = sharp(await take(browser, picture, product)).webp({ quality: 72, effort: 6 })
      await webp.toFile(join(guideFolder, `${picture.name}.webp`))
    }
    return [...pictures.map(({ name }) => `${name}.png`), ...guidePictures.map(({ name }) => `${name}.webp`)]
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function take(browser: Browser, picture: Picture, product: Product): Promise<Buffer> {
  const { address, as = 'customer', last = firstRunning, part } = picture
  const session = Object.entries(await storedSession(product, as)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    ...picture.options,
    baseURL: product.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage: session }] },
  })
  const page = await context.newPage()
  await page.goto(typeof address === 'string' ? address : await address(product))
  await everythingIsThere(page, last)
  const shown = part?.(page) ?? page
  const picked = await shown.screenshot({ animations: 'disabled' })
  await context.close()
  return picked
}

/** The simulator says so when it has published the records of the last hours. */
async function hoursAreFilledIn(product: Product): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (product.output().includes('is complete (')) resolve()
    }
    product.process.stdout?.on('data', look)
    look()
  })
}

async function locationsOfCustomer(product: Product): Promise<string> {
  return `${await pageOfCustomer(product)}?tab=locations`
}

function firstRunning(page: Page): Locator {
  return cardsOf(page).first().getByText('Running', { exact: true })
}

async function everythingIsThere(page: Page, last: (page: Page) => Locator): Promise<void> {
  await last(page).waitFor()
  await page.locator('[aria-busy=true], .animate-sheen').locator('visible=true').first().waitFor({ state: 'hidden' })
  // As text, because scripts are checked without the types of the browser.
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  // Canvases are painted with the frame after the one that shows the page.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))')
}

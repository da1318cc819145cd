import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { customers } from '@packhouse/contract'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { cardsOf } from './overview.ts'
import { type Product, startProduct } from './product.ts'
import { Records } from './records.ts'
import { storedSession } from './sign-in.ts'

interface Picture {
  name: string
  address: string | ((product: Product) => Promise<string>)
  options: BrowserContextOptions
  /** Whose screen it is: a customer's user where nothing is said. */
  as?: 'staff'
  /** What is on the screen last: the first running machine where nothing is said. */
  last?: (page: Page) => Locator
}

const desktop = { viewport: { width: 1280, height: 800 } }
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
 * Takes the pictures of the README from the running product into a folder. Size, language, time zone and what is waited
 * for are fixed, and the simulated fleet behaves alike in every run; only the time of day is that of the run.
 * @returns the names of the files
 */
export async function takePictures(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const [browser, product] = await Promise.all([launchBrowser(), startProduct()])
  try {
    await hoursAreFilledIn(product)
    for (const picture of pictures) await take(browser, picture, product, folder)
    return pictures.map(({ name }) => `${name}.png`)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function take(browser: Browser, picture: Picture, product: Product, folder: string): Promise<void> {
  const { address, as = 'customer', last = firstRunning } = picture
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
  await page.screenshot({ path: join(folder, `${picture.name}.png`), animations: 'disabled' })
  await context.close()
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
  const [customer] = await new Records(product).find(customers, 'NORDFJELL')
  return `/customers/${customer?.id}?tab=locations`
}

function firstRunning(page: Page): Locator {
  return cardsOf(page).first().getByText('Running', { exact: true })
}

async function everythingIsThere(page: Page, last: (page: Page) => Locator): Promise<void> {
  await last(page).waitFor()
  // As text, because scripts are checked without the types of the browser.
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  // Canvases are painted with the frame after the one that shows the page.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))')
}

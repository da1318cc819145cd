import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { launchBrowser } from '@packhouse/e2e/browser'
import type { Browser, Page, Route } from 'playwright-core'

const ORIGIN = 'http://bench.invalid'
const ROOT = new URL('../../../', import.meta.url)
/** Packages by the paths of their sources. */
const IMPORTS = { '@packhouse/contract/configurator': '/packages/contract/src/library/solver/index.ts' }
const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`

/** A Chromium with an empty page that can import modules of this project as they are, without their types. */
export class SourcePage {
  readonly #browser: Browser
  readonly page: Page

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser
    this.page = page
  }

  /** @param folder what the page is in, so that `import('./name.ts')` finds its modules: `/bench/src/rows/` */
  static async open(folder: string): Promise<SourcePage> {
    const browser = await launchBrowser()
    const page = await browser.newPage()
    await page.route(`${ORIGIN}/**`, answer)
    await page.goto(ORIGIN + folder)
    return new SourcePage(browser, page)
  }

  version(): string {
    return this.#browser.version()
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}

async function answer(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url())
  if (pathname.endsWith('/')) return await route.fulfill({ contentType: 'text/html', body: PAGE })
  if (!pathname.endsWith('.ts')) return await route.fulfill({ status: 404 })
  const source = await readFile(new URL(`.${pathname}`, ROOT), 'utf8')
  await route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) })
}

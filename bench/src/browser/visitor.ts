import { launchBrowser } from '@packhouse/e2e/browser'
import { storedSession } from '@packhouse/e2e/sign-in'
import type { Browser, Page } from 'playwright-core'

/** A Chromium at the product, in which staff are signed in and see every machine. */
export class Visitor {
  readonly #browser: Browser
  readonly #url: string
  readonly #session: Record<string, string>

  private constructor(browser: Browser, url: string, session: Record<string, string>) {
    this.#browser = browser
    this.#url = url
    this.#session = session
  }

  static async start({ httpPort }: { httpPort: number }, password: string): Promise<Visitor> {
    const url = `http://127.0.0.1:${httpPort}`
    const session = await storedSession({ url, password }, 'staff')
    return new Visitor(await launchBrowser(), url, session)
  }

  /** A page with an empty cache, of its own profile: close its context when done. */
  async open(): Promise<Page> {
    const localStorage = Object.entries(this.#session).map(([name, value]) => ({ name, value }))
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      storageState: { cookies: [], origins: [{ origin: this.#url, localStorage }] },
    })
    return await context.newPage()
  }

  version(): string {
    return this.#browser.version()
  }

  async leave(): Promise<void> {
    await this.#browser.close()
  }
}

import { Looks } from '@packhouse/server/testing/looks'
import type { Page, Request } from 'playwright-core'

/** What TanStack Router says of itself in every page. */
interface RouterOfPage {
  latestLocation: { href: string }
  stores: {
    status: { get: () => 'idle' | 'pending' }
    resolvedLocation: { get: () => { href: string } | undefined }
  }
}

/**
 * Watches what a page does from now on, so that its screens can be read when they are complete: the router has drawn where the
 * address leads, nothing is asked for, and nothing on the screen is loading.
 */
export class SettledScreen {
  readonly #page: Page
  readonly #open = new Set<Request>()
  /** Rises with every request, so that one that came and went between two looks is seen. */
  #asked = 0

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      // A stream never ends.
      if (request.headers().accept === 'text/event-stream') return
      this.#asked += 1
      this.#open.add(request)
    })
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
  }

  /** Leads to another screen without loading the page anew, and waits until it is complete. */
  async show(address: string): Promise<void> {
    await this.go(address)
    await this.settled()
  }

  /** Leads to another screen and waits until it is drawn; what it asks for may still be under way. */
  async go(address: string): Promise<void> {
    await this.#page.evaluate((to) => history.pushState({}, '', to), address)
    await this.drawn()
  }

  /** Waits until the page shows its address. */
  async drawn(): Promise<void> {
    await this.#page.waitForFunction(isDrawn, undefined, { polling: 'raf' })
  }

  /** @throws Error with what is still under way if the screen does not come to rest */
  async settled(): Promise<void> {
    const looks = new Looks()
    for (let before = -1; before !== this.#asked; ) {
      before = await this.#quiet(looks)
      // Answers that have come are drawn, and what is drawn has asked for more, before the browser has nothing to do.
      await this.#page.evaluate(untilIdle)
      if (this.#open.size > 0 || (await this.#page.evaluate(isLoading))) before = -1
    }
  }

  /** @returns how many requests there had been when nothing was under way any more */
  async #quiet(looks: Looks): Promise<number> {
    await this.drawn()
    while (this.#open.size > 0 || (await this.#page.evaluate(isLoading))) {
      if (!(await looks.again())) {
        const waiting = [...this.#open].map((request) => request.url())
        throw new Error(`${this.#page.url()} does not come to rest: ${waiting.join(', ') || 'something is loading'}`)
      }
      await this.#page.evaluate(untilIdle)
    }
    return this.#asked
  }
}

function isDrawn(): boolean {
  const { __TSR_ROUTER__: router } = window as { __TSR_ROUTER__?: RouterOfPage }
  if (router === undefined) return false
  const { status, resolvedLocation } = router.stores
  return status.get() === 'idle' && resolvedLocation.get()?.href === router.latestLocation.href
}

/** Busy lists, and the grey blocks of what has not come yet. */
function isLoading(): boolean {
  const signs = document.querySelectorAll('[aria-busy=true], .animate-sheen')
  return document.fonts.status === 'loading' || [...signs].some((sign) => sign.checkVisibility())
}

/** A frame is drawn, and the browser has done all that waited: a task of the lowest priority comes behind the others. */
const untilIdle =
  'new Promise((done) => requestAnimationFrame(() => scheduler.postTask(done, { priority: "background" })))'

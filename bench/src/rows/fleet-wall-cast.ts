import { api } from '@packhouse/contract'
import { buildWeb } from '@packhouse/e2e/build-web'
import type { Page } from 'playwright-core'
import { Visitor } from '../browser/visitor.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { makeFleet, shareAmongCustomers } from '../stage/fleet.ts'
import { fillMixedHistory, giveModels, shareAmongSites } from '../stage/mixed-fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { readFrames, watchFrames } from './home-probe.ts'

export const CUSTOMERS = 200
const MACHINES_PER_SITE = 10 / 3
const READY_MS = 60_000
const SPEED = 2_000
const DISTANCE = 30_000

export interface Figures {
  /** Of the answers about the fleet, as they were sent. */
  bytes: number
  /** From the navigation on, ms. */
  firstRow: number
  /** From frame to frame while scrolling, ms. */
  frames: number[]
  /** The same in a box that holds nothing. */
  empty: number[]
  /** In the document at the end. */
  rows: number
}

/** The processes of row 31: the server with a large fleet, and a browser that opens the wall again in every round. */
export class FleetWallCast {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #visitor: Visitor | undefined
  #sites = 0
  #models = 0

  /** Customers have sites of their own, machines are of some 30 models and do what machines do, by the seed. */
  static async start(stage: Stage, machines: number, seed: number): Promise<FleetWallCast> {
    const cast = new FleetWallCast()
    try {
      await cast.#open(stage, machines, seed)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await this.#visitor?.leave()
    await this.#server.stop()
  }

  get sites(): number {
    return this.#sites
  }

  get models(): number {
    return this.#models
  }

  get chromium(): string {
    return this.#visitor?.version() ?? 'unknown'
  }

  async measure(): Promise<Figures> {
    if (this.#visitor === undefined) throw new Error('There is no browser.')
    const page = await this.#visitor.open()
    try {
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname !== api.fleet.path && pathname !== api.fleetLanes.path) return
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await page.addInitScript(noteFirstRow)
      await page.goto('/fleet')
      await page.locator('[data-machine]').first().waitFor({ timeout: READY_MS })
      await page.waitForLoadState('networkidle')
      const firstRow = await page.evaluate(() => (globalThis as unknown as Noted).firstRowAt)
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      const frames = await scroll(page)
      const rows = await page.locator('[data-machine]').count()
      await page.goto('about:blank')
      await page.setContent(
        `<div style="position: fixed; inset: 60px 0 0 400px; overflow: auto"><div style="height: ${2 * DISTANCE}px"></div></div>`,
      )
      return { bytes, firstRow, frames, empty: await scroll(page), rows }
    } finally {
      await page.context().close()
    }
  }

  async #open({ database, databaseUrl, samplePasswords }: Stage, machines: number, seed: number): Promise<void> {
    buildWeb()
    await makeFleet(database, machines)
    await shareAmongCustomers(database, CUSTOMERS)
    await fillMixedHistory(database, seed)
    await database.pool.query('VACUUM ANALYZE')
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    // Types of locations, countries and the models of the library come with the server.
    this.#sites = Math.round(machines / MACHINES_PER_SITE)
    await shareAmongSites(database, this.#sites, seed)
    this.#models = await giveModels(database, seed)
    this.#visitor = await Visitor.start(ports, samplePasswords.people)
  }
}

interface Noted {
  firstRowAt: number
}

function noteFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[data-machine]') === null) return
    ;(globalThis as unknown as Noted).firstRowAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function scroll(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await watchFrames(page)
  await session.send('Input.synthesizeScrollGesture', {
    ...{ x: 1_000, y: 600, yDistance: -DISTANCE, speed: SPEED },
    gestureSourceType: 'mouse',
  })
  const frames = await readFrames(page)
  await session.detach()
  return frames
}

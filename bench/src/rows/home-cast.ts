import { setTimeout as sleep } from 'node:timers/promises'
import { sampleDeviceName } from '@packhouse/contract'
import { buildWeb } from '@packhouse/e2e/build-web'
import type { Page } from 'playwright-core'
import { Visitor } from '../browser/visitor.ts'
import type { DriverHandlers } from '../driver/main.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import { fillHistory, makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { installProbe, readFrames, readProbe, readScripts, SHORTEST_SHOWN_MS, watchFrames } from './home-probe.ts'

/** One machine of so many is offline, so that each choice of the filter shows others. */
const OFFLINE_ONE_OF = 3
const READY_MS = 30_000
/** Long enough for whatever a page still does after it is there, ms. */
const SETTLE_MS = 1_000
const BETWEEN_KEYS_MS = 150
const CARDS_BY_TAB = 8
/** About seven rows of cards in a second, px/s. */
const SCROLL_SPEED = 2_000

export interface Figures {
  scripts: Record<string, number>
  firstCard: number
  lcp: number
  shifts: number
  /** The slowest interaction, ms. */
  inp: number
  /** From frame to frame while scrolling, ms. */
  frames: number[]
  /** The same on a page that is as high and holds nothing. */
  emptyFrames: number[]
}

interface CastOptions {
  machines: number
  rounds: number
  seed: number
  /** How far is scrolled, px. */
  distance: number
}

/** The processes of row 8: the server with a fleet, and a browser that opens Home again in every round. */
export class HomeCast {
  readonly #options: CastOptions
  readonly #driver = new Helper<DriverHandlers>('driver/main.ts')
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #visitor: Visitor | undefined

  private constructor(options: CastOptions) {
    this.#options = options
  }

  static async start(stage: Stage, options: CastOptions): Promise<HomeCast> {
    const cast = new HomeCast(options)
    try {
      await cast.#open(stage)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    await this.#visitor?.leave()
    await Promise.all([this.#driver.stop(), this.#server.stop()])
  }

  get chromium(): string {
    return this.#visitor?.version() ?? 'unknown'
  }

  /** Opens Home with an empty cache, works with it and scrolls through it. */
  async measure(): Promise<Figures> {
    if (this.#visitor === undefined) throw new Error('There is no browser.')
    // Most machines are online again.
    await this.#driver.call('burst', { server: 'storing' })
    const page = await this.#visitor.open()
    try {
      // The limit is one of gzip; by itself Chromium takes Brotli, which is smaller.
      await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' })
      await installProbe(page)
      await page.goto('/')
      await page
        .locator('article')
        .nth(this.#options.machines - 1)
        .waitFor({ state: 'attached', timeout: READY_MS })
      await sleep(SETTLE_MS)
      const scripts = await readScripts(page)
      await interact(page)
      const { firstCard, lcp, shifts, interactions } = await readProbe(page)
      const frames = await scroll(page, this.#options.distance)
      await page.goto('about:blank')
      await page.setContent(`<div style="height: ${2 * this.#options.distance}px"></div>`)
      const emptyFrames = await scroll(page, this.#options.distance)
      const inp = Math.max(SHORTEST_SHOWN_MS, ...interactions)
      return { scripts, firstCard, lcp, shifts, inp, frames, emptyFrames }
    } finally {
      await page.context().close()
    }
  }

  async #open(stage: Stage): Promise<void> {
    buildWeb()
    const { database, databaseUrl, samplePasswords } = stage
    const { machines, rounds, seed } = this.#options
    const machineIDs = await makeFleet(database, machines)
    await fillHistory(database)
    await database.pool.query(`UPDATE latest SET at = at - interval '1 day' WHERE machine_key % $1 = 0`, [
      OFFLINE_ONE_OF,
    ])
    const { rows } = await database.pool.query<{ machineID: string }>(
      'SELECT machine_id AS "machineID" FROM machine WHERE key % $1 <> 0 AND machine_id = ANY ($2)',
      [OFFLINE_ONE_OF, machineIDs],
    )
    const online = rows.map(({ machineID }) => machineID)
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    const account = { userName: sampleDeviceName, password: samplePasswords.device }
    await this.#driver.call('connect', { server: 'storing', port: ports.mqttPort, machineIDs: online, account })
    const load = { recordsPerConnection: rounds, from: Date.now(), step: 1_000, seed }
    await this.#driver.call('load', { servers: ['storing'], machineIDs: online, load })
    this.#visitor = await Visitor.start(ports, samplePasswords.people)
  }
}

/** The filter there and back by keyboard, and details of cards that come and go. */
async function interact(page: Page): Promise<void> {
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await sleep(BETWEEN_KEYS_MS)
  }
  const filter = page.getByLabel('Filter')
  await filter.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) await press(key)
  if ((await filter.inputValue()) !== 'all') throw new Error('The filter has not followed the keys.')
  for (let card = 0; card < CARDS_BY_TAB; card++) {
    await press('Tab')
    await press('Escape')
  }
  await page.mouse.click(4, 400)
  await sleep(BETWEEN_KEYS_MS)
}

/** Scrolls down as with a wheel. @returns the times from frame to frame, ms */
async function scroll(page: Page, distance: number): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const gesture = { x: 720, y: 450, yDistance: -distance, speed: SCROLL_SPEED, gestureSourceType: 'mouse' } as const
  await watchFrames(page)
  await session.send('Input.synthesizeScrollGesture', gesture)
  const frames = await readFrames(page)
  await session.detach()
  return frames
}

import { buildWeb } from '@packhouse/e2e/build-web'
import type { Page } from 'playwright-core'
import { Visitor } from '../browser/visitor.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { readFrames, watchFrames } from './home-probe.ts'
import { FILL_LIBRARY } from './library-fill.ts'

const MACHINES = 2_000
const STYLES = 500
/** Of a thousand pairs so many have an answer. */
const FILLED = 300
const READY_MS = 120_000
/** As with a quick wheel, px/s: forty machines a second, and seventy styles. */
const SPEED = 2_000

export interface Figures {
  /** From frame to frame, ms: down through all styles, and along the machines. */
  down: number[]
  along: number[]
  /** The same in a box as large that holds nothing. */
  empty: number[]
  /** Cells in the document while it was scrolled. */
  cells: number
}

/** The processes of row 14: the server with a large library, and a browser that has its matrix open. */
export class MatrixScrollCast {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #visitor: Visitor | undefined
  #page: Page | undefined

  static async start(stage: Stage, seed: number): Promise<MatrixScrollCast> {
    const cast = new MatrixScrollCast()
    try {
      await cast.#open(stage, seed)
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

  get chromium(): string {
    return this.#visitor?.version() ?? 'unknown'
  }

  /** Scrolls from the first cell on: all styles, then as far along the machines. @param along px */
  async measure(along: number): Promise<Figures> {
    if (this.#page === undefined) throw new Error('There is no page.')
    const page = this.#page
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0))
    const height = await page.getByRole('grid').evaluate((grid) => grid.scrollHeight - grid.clientHeight)
    const down = await scroll(page, { yDistance: -height })
    const rest = await scroll(page, { xDistance: -along })
    const reached = await page.getByRole('grid').evaluate((grid) => [grid.scrollTop, grid.scrollLeft])
    if ((reached[0] ?? 0) < height - 1 || (reached[1] ?? 0) < along - 1) throw new Error('The matrix was not scrolled.')
    const cells = await page.getByRole('gridcell').count()
    return { down, along: rest, empty: await this.#scrollNothing(height), cells }
  }

  async #scrollNothing(distance: number): Promise<number[]> {
    const page = await this.#visitor?.open()
    if (page === undefined) throw new Error('There is no browser.')
    try {
      const inner = `<div style="width: 104000px; height: ${distance + 800}px"></div>`
      await page.setContent(`<div style="position: fixed; inset: 100px 30px; overflow: auto">${inner}</div>`)
      return await scroll(page, { yDistance: -distance })
    } finally {
      await page.context().close()
    }
  }

  async #open(stage: Stage, seed: number): Promise<void> {
    buildWeb()
    const { database, databaseUrl, samplePasswords } = stage
    await database.pool.query(FILL_LIBRARY, [MACHINES, STYLES, FILLED, seed])
    await database.pool.query('VACUUM (ANALYZE) compatibility')
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    this.#visitor = await Visitor.start(ports, samplePasswords.people)
    this.#page = await this.#visitor.open()
    await this.#page.goto('/library/compatibility')
    await this.#page.getByRole('grid').waitFor({ timeout: READY_MS })
    await this.#page.getByRole('gridcell').first().waitFor({ state: 'attached', timeout: READY_MS })
  }
}

async function scroll(page: Page, distance: { xDistance?: number; yDistance?: number }): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  await watchFrames(page)
  await session.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    ...distance,
    speed: SPEED,
    gestureSourceType: 'mouse',
  })
  const frames = await readFrames(page)
  await session.detach()
  return frames
}

import { type PricedProject, type PriceInput, priceProject, toPriceInput } from '@packhouse/contract'
import { buildWeb } from '@packhouse/e2e/build-web'
import type { Page } from 'playwright-core'
import { Visitor } from '../browser/visitor.ts'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { Viewer } from '../stage/viewer.ts'
import { beginToEdit, timeKey } from './key-probe.ts'
import { type HeldProject, makeProject, PROJECTS } from './project-lines.ts'

const SAVES = 40
/** Cells that are typed into, each of another line. */
const KEYS = 30

/** The times of one round, ms. */
export interface Figures {
  reprice: number
  /** The 95th percentile of the saves of one cell. */
  save: number
  saveFew: number
  /** From each key that is typed until the total that it makes is drawn. */
  keys: number[]
}

/** The server of row 17 with projects of many lines and one of few, edited by one person of staff: over HTTP, and one in a browser. */
export class ProjectCast {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined
  #visitor: Visitor | undefined
  #page: Page | undefined
  #many: HeldProject | undefined
  #few: HeldProject | undefined
  #input: PriceInput | undefined

  static async start(stage: Stage, lines: { many: number; few: number }): Promise<ProjectCast> {
    const cast = new ProjectCast()
    try {
      await cast.#open(stage, lines)
    } catch (error) {
      await cast.stop()
      throw error
    }
    return cast
  }

  async stop(): Promise<void> {
    this.#viewer?.leave()
    await this.#visitor?.leave()
    await this.#server.stop()
  }

  async measure(round: number): Promise<Figures> {
    const [viewer, many, few, input, page] = [this.#viewer, this.#many, this.#few, this.#input, this.#page]
    if (!viewer || !many || !few || !input || !page) throw new Error('Nothing was opened.')
    return {
      reprice: repriced(input),
      save: await saves(viewer, many, round),
      saveFew: await saves(viewer, few, round),
      keys: await typed(page, round),
    }
  }

  async #open({ databaseUrl, samplePasswords }: Stage, lines: { many: number; few: number }): Promise<void> {
    buildWeb()
    const ports = await this.#server.call('start', { databaseUrl, samplePasswords })
    const viewer = await Viewer.signIn(ports.httpPort, samplePasswords.people)
    this.#viewer = viewer
    this.#many = await makeProject(viewer, lines.many)
    this.#few = await makeProject(viewer, lines.few)
    const { body } = await viewer.get(`${PROJECTS}/${this.#many.id}`)
    this.#input = toPriceInput(JSON.parse(body.toString()) as PricedProject, { minorUnits: 2, cashStep: null })
    const shown = await makeProject(viewer, lines.many)
    await viewer.post(`${PROJECTS}/${shown.id}/lock/release`, { token: shown.lock['edit-lock'] })
    this.#visitor = await Visitor.start(ports, samplePasswords.people)
    this.#page = await this.#visitor.open()
    await beginToEdit(this.#page, `/estimator/projects/${shown.id}`)
  }
  get chromium(): string {
    return this.#visitor?.version() ?? 'unknown'
  }
}

/** The median of several, as a page that is open for a while has it. */
function repriced(input: PriceInput): number {
  const times = Array.from({ length: 21 }, () => {
    const started = performance.now()
    priceProject(input)
    return performance.now() - started
  })
  return times.sort((one, other) => one - other)[10] ?? Number.NaN
}

async function saves(viewer: Viewer, { id, lock, items }: HeldProject, round: number): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < SAVES; at++) {
    const values = { unitPrice: String(1_000 + round * SAVES + at) }
    const changes = [{ kind: 'items', op: 'update', id: items[(at * 47) % items.length]?.id, values }]
    const started = performance.now()
    await viewer.post(`${PROJECTS}/${id}/changes`, { changes }, lock)
    times.push(performance.now() - started)
  }
  return times.sort((one, other) => one - other)[Math.floor(SAVES * 0.95)] ?? Number.NaN
}

/** Types a digit into the quantities of lines that follow each other, where another stood; each is saved while the next is typed. */
async function typed(page: Page, round: number): Promise<number[]> {
  await page.getByRole('grid', { name: 'Lines of the project' }).focus()
  for (const key of ['Control+Home', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  const times: number[] = []
  for (let at = 0; at < KEYS; at++) {
    times.push(await timeKey(page, String(1 + ((at + round + 4) % 9))))
    await page.keyboard.press('Enter')
  }
  return times
}

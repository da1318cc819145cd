import { type PricedProject, type PriceInput, priceProject, toPriceInput } from '@packhouse/contract'
import { Helper } from '../process/helper.ts'
import type { StoringHandlers } from '../servers/storing.ts'
import type { Stage } from '../stage/stage.ts'
import { Viewer } from '../stage/viewer.ts'
import { type HeldProject, makeProject, PROJECTS } from './project-lines.ts'

const SAVES = 40

/** The times of one round, ms. */
export interface Figures {
  reprice: number
  /** The 95th percentile of the saves of one cell. */
  save: number
  saveFew: number
}

/** The server of row 17 with a project of many lines and one of few, both edited by one person of staff. */
export class ProjectCast {
  readonly #server = new Helper<StoringHandlers>('servers/storing.ts')
  #viewer: Viewer | undefined
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
    await this.#server.stop()
  }

  async measure(round: number): Promise<Figures> {
    const [viewer, many, few, input] = [this.#viewer, this.#many, this.#few, this.#input]
    if (!viewer || !many || !few || !input) throw new Error('Nothing was opened.')
    return {
      reprice: repriced(input),
      save: await saves(viewer, many, round),
      saveFew: await saves(viewer, few, round),
    }
  }

  async #open({ databaseUrl, samplePasswords }: Stage, lines: { many: number; few: number }): Promise<void> {
    const { httpPort } = await this.#server.call('start', { databaseUrl, samplePasswords })
    const viewer = await Viewer.signIn(httpPort, samplePasswords.people)
    this.#viewer = viewer
    this.#many = await makeProject(viewer, lines.many)
    this.#few = await makeProject(viewer, lines.few)
    const { body } = await viewer.get(`${PROJECTS}/${this.#many.id}`)
    this.#input = toPriceInput(JSON.parse(body.toString()) as PricedProject, { minorUnits: 2, cashStep: null })
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

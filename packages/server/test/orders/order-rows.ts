import { libraryMachines, orderedMachines, type ProjectCriterion, type Row } from '@packhouse/contract'
import { Maker } from '../conformance/support/maker.ts'
import { succeeded } from '../estimator/estimator-rows.ts'
import { approve, type Lines, makeQuotedProject, type SentQuote, sendProject } from '../estimator/quote-rows.ts'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import type { TestApp } from '../support/test-app.ts'

export type Ordered = Row<typeof orderedMachines>

interface SentMachines extends SentQuote {
  model: string
  styleId: string | undefined
}

interface Sold {
  alternative?: boolean
  /** Of two steps: both tests ask for the same. */
  criteria?: readonly ProjectCriterion[] | ((lines: Lines) => readonly ProjectCriterion[])
  /** Of the machine of the library; none: cycles per minute. */
  designSpeedUnit?: string
  /** Of the line, 72 cycles per minute unless said otherwise. */
  promisedSpeed?: number | null
}

/** Quotes for two machines to the customer of the sample, and the orders that come of them. */
export class OrderRows {
  readonly #app: TestApp
  readonly #maker: Maker
  readonly #staff: Caller
  /** Of the sample. */
  readonly customerId: string
  #models = 0

  constructor(app: TestApp, staff: Caller, customerId: string) {
    this.#app = app
    this.#maker = new Maker(app)
    this.#staff = staff
    this.customerId = customerId
  }

  static async of(app: TestApp): Promise<OrderRows> {
    const [customer] = await app.sql<{ id: string }>(
      `SELECT customer_id AS id FROM user_account WHERE email LIKE 'customer@%'`,
    )
    return new OrderRows(app, await app.as('staff'), customer?.id ?? '')
  }

  /** A quote for two machines of a model of its own, sent to the customer. */
  async send({ alternative, criteria = [], designSpeedUnit, promisedSpeed = 72 }: Sold = {}): Promise<SentMachines> {
    const { held, lines } = await makeQuotedProject(this.#staff, { customerId: this.customerId })
    this.#models += 1
    const model = `ORD-${this.#models}`
    const { id } = await this.#maker.create(libraryMachines, { model, designSpeed: 60, designSpeedUnit })
    const asked = typeof criteria === 'function' ? criteria(lines) : criteria
    for (const kind of asked.length === 0 ? [] : ['FAT', 'SAT']) {
      const step = { projectId: held.id, kind, description: kind, criteria: asked }
      succeeded(await held.send('POST', 'project-commissioning', step))
    }
    const sold = alternative ? lines.alternative.id : lines.main.id
    const [style] = await this.#app.sql<{ id: string }>('SELECT id FROM packaging_style ORDER BY code LIMIT 1')
    await this.#app.sql(
      'UPDATE project_item SET library_machine_id = $1, promised_speed = $4, style_id = $3 WHERE id = $2',
      [id, sold, style?.id, promisedSpeed],
    )
    await approve(this.#app, held)
    return Object.assign(await sendProject(this.#app, held), { model, styleId: style?.id })
  }

  /** Machines that were ordered and wait for their claim. */
  async order(sold: Sold = {}): Promise<{ quote: SentMachines; ordered: [Ordered, Ordered] }> {
    const quote = await this.send(sold)
    succeeded(await quote.accept())
    return { quote, ordered: (await this.orderedBy(quote.held.id)) as [Ordered, Ordered] }
  }

  async orderedBy(projectId: string): Promise<Ordered[]> {
    const path = `${orderedMachines.calls.list.path}?projectId=${projectId}&sort=number`
    return succeeded<{ items: Ordered[] }>(await this.#staff.get(path)).items
  }

  /** The secret of a new label. */
  async labelOf({ id }: { id: string }): Promise<string> {
    const { address } = await this.#staff.call('makeClaimLabel', { params: { id } })
    return new URL(address).pathname.split('/').at(-1) ?? ''
  }
}

export const claim = (caller: Caller, token: string, machineID: string, serial?: string): Promise<Answer> =>
  caller.post(`/v1/claims/${token}`, { machineID, ...(serial === undefined ? {} : { serial }) })

import type { api, CallResult, PublicQuote, QuoteChoices } from '@packhouse/contract'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import type { TestApp } from '../support/test-app.ts'
import { type HeldProject, type Item, makeProject, type Project, succeeded } from './estimator-rows.ts'

export const RECIPIENT = { recipientName: 'Kari Nordmann', recipientEmail: 'kari@nordfjell.example', language: 'en' }
/** So rare that it is in no other number. */
const COST = '7351.928417'

/** A project that was sent, with its lines, and what can be done by its link. */
export class SentQuote {
  readonly held: HeldProject
  readonly token: string
  readonly linkId: string
  readonly app: TestApp

  constructor(app: TestApp, held: HeldProject, token: string, linkId: string) {
    this.app = app
    this.held = held
    this.token = token
    this.linkId = linkId
  }

  async get(path = '', headers: Record<string, string> = {}): Promise<Answer> {
    return await this.app.anonymous.get(`/v1/quotes/${this.token}${path}`, headers)
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return await this.app.anonymous.request(`/v1/quotes/${this.token}/${path}`, { method: 'POST', body, headers })
  }

  async read(): Promise<PublicQuote> {
    return succeeded<PublicQuote>(await this.get())
  }

  /** What it shows. @throws Error where it shows nothing */
  async shown(): Promise<NonNullable<PublicQuote['quote']>> {
    const { quote } = await this.read()
    if (quote === null) throw new Error('The link shows no quote.')
    return quote
  }

  async accept(values: object = {}): Promise<Answer> {
    const { choices, sha256 } = await this.shown()
    return await this.post('accept', { name: 'Kari Nordmann', mayOrder: true, choices, sha256, ...values })
  }

  async reprice(choices: QuoteChoices): Promise<Answer> {
    return await this.post('reprice', choices)
  }

  async staffView(caller = this.held.caller): Promise<CallResult<(typeof api)['listQuoteLinks']>> {
    return await caller.call('listQuoteLinks', { params: { id: this.held.id } })
  }
}

export interface Lines {
  main: Item
  alternative: Item
  extra: { id: string }
  dependent: { id: string }
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A project with a main line and its alternative, two extras, a delivery and work on site, all with costs. */
export async function makeQuotedProject(
  caller: Caller,
  values: object = {},
): Promise<{ held: HeldProject; lines: Lines }> {
  const held = await makeProject(caller, { validUntil: dayIn(30), notes: `Internal ${COST}`, ...values })
  const priced = { unitCost: COST, notes: `Bought for ${COST}` }
  const main = await held.item({ description: 'Bagger', unitPrice: '1000', quantity: '2', ...priced })
  const alternative = await held.item({
    ...{ description: 'Faster bagger', unitPrice: '1500', quantity: '2', alternativeToId: main.id },
    ...priced,
  })
  const sold = { projectId: held.id, unit: 'pcs', quantity: '1', ...priced }
  const add = async (path: string, body: object) => succeeded<Project>(await held.send('POST', path, body))
  const extra = await add('project-optional-extras', { ...sold, description: 'Printer', unitPrice: '100' })
  const dependent = await add('project-optional-extras', {
    ...{ ...sold, description: 'Ribbon', unitPrice: '10', dependsOnExtraId: extra.id },
  })
  const delivery = { projectId: held.id, incoterm: 'DAP', namedPlace: 'Bergen', price: '50', cost: COST }
  await add('project-deliveries', { ...delivery, notes: COST, arrivesOn: dayIn(90) })
  const step = { projectId: held.id, kind: 'SAT', description: 'On site', days: '2', engineers: 1, dayRate: '100' }
  await add('project-commissioning', { ...step, dayCost: COST, acceptanceCriteria: '60 bags a minute' })
  return { held, lines: { main, alternative, extra, dependent } }
}

/** Approves a project; how that is decided is tested elsewhere. */
export async function approve(app: TestApp, held: HeldProject): Promise<void> {
  await app.sql(`UPDATE project SET status = 'approved' WHERE id = $1`, [held.id])
}

export async function sendProject(app: TestApp, held: HeldProject, to: object = RECIPIENT): Promise<SentQuote> {
  const path = `/v1/estimator/projects/${held.id}/quote-links`
  const { link, address } = succeeded<{ link: { id: string }; address: string }>(await held.caller.post(path, to))
  return new SentQuote(app, held, new URL(address).pathname.split('/')[2] ?? '', link.id)
}

/** A project that was sent to somebody. */
export async function sentQuote(
  app: TestApp,
  caller: Caller,
  values: object = {},
): Promise<SentQuote & { lines: Lines }> {
  const { held, lines } = await makeQuotedProject(caller, values)
  await approve(app, held)
  return Object.assign(await sendProject(app, held), { lines })
}

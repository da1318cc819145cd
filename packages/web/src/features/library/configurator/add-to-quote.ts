import { api, type HeldLock, type ProjectChange, projects, type Row } from '@packhouse/contract'
import { callApi } from '../../../lib/api-client.ts'
import { type ConfiguredMachine, changedLineValues, newLineValues, priceOf } from './quote-line.ts'
import type { QuoteTarget } from './quote-target.ts'

type Project = Row<typeof projects>

/** The price of a machine is not known in the currency of a quote. */
export class PriceNotKnown extends Error {
  readonly currency: string

  constructor(reason: string, currency: string) {
    super(reason)
    this.currency = currency
  }
}

/**
 * Puts a configured machine into a quote: as a new line, or into the line that it came from. The edit lock is held for that moment.
 * @param section of a first machine, in the language of the reader
 * @param askedPrice of one machine in the currency of the quote, where somebody was asked for it
 * @returns the quote
 * @throws PriceNotKnown
 * @throws ApiError `edit_locked` where somebody edits it, `state_frozen` where it changes no more
 */
export async function addToQuote(
  machine: ConfiguredMachine,
  { projectId, lineId }: QuoteTarget,
  section: string,
  askedPrice?: string,
): Promise<Project> {
  const params = { id: projectId }
  const { token } = await hold(projectId)
  try {
    const project = await callApi(projects.calls.get, { params })
    const line = project.items.find(({ id }) => id === lineId)
    const unitPrice = askedPrice ?? knownPrice(machine, project)
    const change: ProjectChange =
      line === undefined
        ? { kind: 'items', op: 'create', values: newLineValues(machine, project, section, unitPrice) }
        : { kind: 'items', op: 'update', id: line.id, values: changedLineValues(machine, project, line, unitPrice) }
    await callApi(api.changeProject, { params, body: { changes: [change] } }, { headers: { 'edit-lock': token } })
    return project
  } finally {
    // It expires by itself where that fails.
    await callApi(api.releaseLock, { params, body: { token } }).catch(() => undefined)
  }
}

function knownPrice(machine: ConfiguredMachine, { currency }: Project): string {
  const price = priceOf(machine, currency)
  if ('reason' in price) throw new PriceNotKnown(price.reason, currency)
  return price.unitPrice
}

async function hold(id: string): Promise<HeldLock> {
  return await callApi(api.acquireLock, { params: { id }, body: { session: crypto.randomUUID() } })
}

/** In these states a project goes on as a revision with the same number. */
const REVISABLE: readonly string[] = ['approved', 'sent', 'lost', 'expired']

/**
 * A version of a quote to write to, where the quote itself is edited by somebody else or changes no more: the next revision of what was
 * approved or sent, a copy with a number of its own of everything else.
 * @returns the same line in it
 */
export async function newVersionOf({ projectId, lineId }: QuoteTarget): Promise<QuoteTarget> {
  const params = { id: projectId }
  const project = await callApi(projects.calls.get, { params })
  const call = REVISABLE.includes(project.status) ? api.reviseProject : api.duplicateProject
  const { id } = await callApi(call, { params })
  const place = project.items.findIndex((line) => line.id === lineId)
  if (place < 0) return { projectId: id, lineId: undefined }
  const copy = await callApi(projects.calls.get, { params: { id } })
  return { projectId: id, lineId: copy.items[place]?.id }
}

/** A quote for a customer, in the currency of the machine. */
export async function makeQuote(
  { configured }: ConfiguredMachine,
  { customerId, title, ownerId }: { customerId: string; title: string; ownerId: string },
): Promise<QuoteTarget> {
  const currency = configured.content.machine.currency ?? 'EUR'
  const { id } = await callApi(projects.calls.create, { body: { customerId, title, ownerId, currency } })
  return { projectId: id, lineId: undefined }
}

import type { ListedRow, Row } from '../../engine/resource.ts'
import type { projectCommissioning } from '../projects/project-commissioning.ts'
import type { projectDeliveries } from '../projects/project-deliveries.ts'
import type { projectItems } from '../projects/project-items.ts'
import type { projectOptionalExtras } from '../projects/project-optional-extras.ts'
import type { projects } from '../projects/projects.ts'
import { exact, times, written } from './exact.ts'
import { type PricedLine, type PriceInput, type ProjectPrice, priceProject } from './price-project.ts'

/** Sections of what is not in sections of its own. No section of items is called so: they have no name in the words of people. */
export const EXTRAS = '/extras'
export const DELIVERY = '/delivery'
export const COMMISSIONING = '/commissioning'

type Item = ListedRow<typeof projectItems>
type Extra = ListedRow<typeof projectOptionalExtras>
type Delivery = ListedRow<typeof projectDeliveries>
type Commissioning = ListedRow<typeof projectCommissioning>

/** What a price depends on. The page has it of what is typed, the server of what is stored. */
export interface PricedProject
  extends Pick<
    Row<typeof projects>,
    'discountKind' | 'discountValue' | 'taxCategory' | 'taxPercent' | 'roundsToCash' | 'milestones'
  > {
  items: readonly Pick<
    Item,
    'id' | 'section' | 'quantity' | 'unitPrice' | 'unitCost' | 'discountPercent' | 'alternativeToId'
  >[]
  extras: readonly Pick<Extra, 'id' | 'quantity' | 'unitPrice' | 'unitCost' | 'discountPercent' | 'selected'>[]
  deliveries: readonly Pick<Delivery, 'id' | 'price' | 'cost'>[]
  commissioning: readonly Pick<
    Commissioning,
    'id' | 'days' | 'engineers' | 'dayRate' | 'dayCost' | 'travel' | 'accommodation'
  >[]
}

/** What is known of the currency of a project. */
export interface PricedCurrency {
  minorUnits: number
  /** The smallest amount in cash. */
  cashStep: string | null
}

/** What is priced of a project, as lines. */
export function toPriceInput(project: PricedProject, { minorUnits, cashStep }: PricedCurrency): PriceInput {
  const { taxCategory, taxPercent, discountKind, discountValue } = project
  const lines: PricedLine[] = Object.values(priceRows(project)).flat(2)
  const tax = taxCategory === null ? undefined : { category: taxCategory, ratePercent: taxPercent }
  return {
    minorUnits,
    lines: tax === undefined ? lines : lines.map((line) => ({ ...line, tax })),
    discount: { kind: discountKind, value: discountValue },
    milestones: project.milestones.map(({ percent }, place) => ({ id: String(place), percent })),
    cashStep: project.roundsToCash ? cashStep : null,
  }
}

/**
 * The sums of a project whose lines that count come to an amount. One line stands for all: totals add what was rounded, and every line of a project has
 * the same tax.
 */
export function priceOfSum(
  terms: Omit<PricedProject, 'milestones' | 'items' | 'extras' | 'deliveries' | 'commissioning'>,
  currency: PricedCurrency,
  lineNet: string,
  lineCost: string | null = null,
): ProjectPrice {
  const all = { id: 'all', section: '', quantity: '1', unitPrice: lineNet, discountPercent: '0', alternativeToId: null }
  const items = [{ ...all, unitCost: lineCost }]
  const { discountKind, discountValue, taxCategory, taxPercent, roundsToCash } = terms
  const none = { milestones: [], extras: [], deliveries: [], commissioning: [] }
  const project = { discountKind, discountValue, taxCategory, taxPercent, roundsToCash, ...none, items }
  return priceProject(toPriceInput(project, currency))
}

/** What is priced of each row, list by list in their order. */
export function priceRows(project: PricedProject) {
  return {
    items: project.items.map((item) => [itemLine(item)]),
    extras: project.extras.map((extra) => [extraLine(extra)]),
    deliveries: project.deliveries.map((delivery) => [deliveryLine(delivery)]),
    commissioning: project.commissioning.map(commissioningLines),
  }
}

/** Named one by one: a copy of all that a page knows of 2,000 lines would take longer than to price them. */
function itemLine(item: PricedProject['items'][number]): PricedLine {
  const { id, section, quantity, unitPrice, unitCost, discountPercent, alternativeToId } = item
  return { id, section, quantity, unitPrice, unitCost, discountPercent, counts: alternativeToId === null }
}

function extraLine(extra: PricedProject['extras'][number]): PricedLine {
  const { id, quantity, unitPrice, unitCost, discountPercent, selected } = extra
  return { id, section: EXTRAS, quantity, unitPrice, unitCost, discountPercent, counts: selected }
}

function deliveryLine({ id, price, cost }: PricedProject['deliveries'][number]): PricedLine {
  return plainLine(id, DELIVERY, price, cost)
}

/** The work, the travel and the accommodation, each a line; the last two cost what they are sold for. */
function commissioningLines(step: PricedProject['commissioning'][number]): PricedLine[] {
  const { id, days, engineers, dayRate, dayCost, travel, accommodation } = step
  const quantity = written(times(exact(days), exact(String(engineers))))
  return [
    { ...plainLine(id, COMMISSIONING, dayRate, dayCost), quantity },
    plainLine(`${id}/travel`, COMMISSIONING, travel, travel),
    plainLine(`${id}/accommodation`, COMMISSIONING, accommodation, accommodation),
  ]
}

function plainLine(id: string, section: string, unitPrice: string, unitCost: string | null): PricedLine {
  return { id, section, quantity: '1', unitPrice, unitCost, discountPercent: '0', counts: true }
}

import {
  convertedPrice,
  type KeptRate,
  type PricedProject,
  type ProjectCriterion,
  priceProject,
  sampleFleet,
  toPriceInput,
} from '@packhouse/contract'
import { sampleOptions, sampleTypes } from '../library/library.ts'
import { Dice } from './dice.ts'
import { type SampleItem, sampleItems } from './items.ts'
import type { SampleQuote } from './quotes.ts'

const DAY_MS = 86_400_000
/** From the first word to the delivery, beside the time that the machine takes. */
const DAYS_TO_ORDER = 30
const DAYS_ON_THE_WAY = 6

const machines = new Map(
  sampleTypes.flatMap((type) => type.machines.map((machine) => [machine.model, machine] as const)),
)
const sold = sampleItems.filter(({ active }) => active)
const services = sold.filter(({ category }) => category === 'Service kits')

/** What of a quote is decided elsewhere. */
interface Given {
  /** The same for all revisions of a quote. */
  seed: number
  begun: Date
  rate: KeptRate | undefined
}

/** A quote with everything in it and its sums. Ids are made up, so that its parts can name each other. */
export function wholeQuote(quote: SampleQuote, { seed, begun, rate }: Given) {
  const dice = new Dice(seed * 7_919 + 17)
  const toCurrency = (euros: number) =>
    rate === undefined ? String(Math.round(euros)) : convertedPrice(String(Math.round(euros)), rate.rate)
  const delivery = deliveryDay(quote, begun)
  const lines = machineLines(quote, toCurrency)
  const parts = {
    items: [...lines, ...itemLines(dice, toCurrency)].map((line, sort) => ({ ...line, sort: sort + 1 })),
    extras: extras(dice, toCurrency),
    deliveries: deliveries(quote, dice, delivery, toCurrency),
    commissioning: commissioning(quote, lines, dice, delivery, toCurrency),
  }
  const usual = dice.of([0, 0, 2, 3, 5])
  const terms = {
    discountKind: 'percent',
    discountValue: String(quote.discount ?? usual + (quote.revises === undefined ? 0 : 3)),
    taxCategory: quote.currency === 'EUR' ? 'reverseCharge' : 'export',
    taxPercent: '0',
    roundsToCash: false,
    milestones: [
      { name: 'Deposit', percent: '30', due: 'order' },
      { name: 'Second instalment', percent: '60', due: 'delivery' },
      { name: 'Final instalment', percent: '10', due: 'SAT' },
    ],
  } satisfies Partial<PricedProject>
  const sums = priceProject(toPriceInput({ ...terms, ...parts }, { minorUnits: 2, cashStep: null }))
  return { ...terms, ...parts, sums, rates: rate === undefined ? [] : [rate] }
}

/** The day on which it arrives; all of it comes with the machine that takes longest. */
function deliveryDay({ machines: models }: SampleQuote, begun: Date): Date {
  const weeks = Math.max(2, ...models.map((model) => machines.get(model)?.leadWeeks ?? 0))
  return new Date(begun.getTime() + (DAYS_TO_ORDER + weeks * 7) * DAY_MS)
}

function dayAfter(day: Date, days: number): string {
  return new Date(day.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

type ToCurrency = (euros: number) => string

/** Each machine, the first with a smaller one as an alternative to it. */
function machineLines({ machines: models, became = [], options = [] }: SampleQuote, toCurrency: ToCurrency) {
  return models.flatMap((model, place) => {
    const machine = machines.get(model)
    if (machine === undefined) throw new Error(`The library of the sample has no ${model}.`)
    const chosen = place === 0 ? options : []
    const line = (price: number, words: string, alternativeToId: string | null) => ({
      id: crypto.randomUUID(),
      section: 'Machines',
      model,
      master: null,
      description: words,
      unit: 'pcs',
      quantity: '1',
      unitPrice: toCurrency(price),
      unitCost: toCurrency(Math.round(price * 0.68)),
      discountPercent: '0',
      alternativeToId,
      leadDays: machine.leadWeeks * 7,
      promisedSpeed: promised(became[place]),
      options: chosen,
    })
    const main = line(Number(machine.price) + priceOf(model, chosen), machine.name, null)
    const other = () =>
      line(Math.round(Number(machine.price) * 0.87) + priceOf(model, chosen), `${machine.name}, overhauled`, main.id)
    return place === 0 ? [main, other()] : [main]
  })
}

/** What options add to the price of a machine, euros. */
function priceOf(model: string, codes: readonly string[]): number {
  const { options = [] } = sampleOptions.find((one) => one.model === model) ?? {}
  return codes.reduce((sum, code) => sum + Number(options.find(([key]) => key === code)?.[2] ?? 0), 0)
}

/** A little less than what the installed machine does at most. */
function promised(machineID: string | undefined): number | null {
  const machine = sampleFleet.find((one) => one.machineID === machineID)
  return machine === undefined ? null : machine.designSpeed - 2
}

function itemLines(dice: Dice, toCurrency: ToCurrency) {
  return Array.from({ length: 3 + dice.below(5) }, (_, place) => {
    const line = itemLine(dice.of(sold), toCurrency)
    const section = place < 3 ? 'Equipment' : 'Spare parts'
    const discountPercent = String(dice.of([0, 0, 0, 5, 10]))
    return {
      ...line,
      section,
      model: null,
      promisedSpeed: null,
      options: [],
      quantity: String(1 + dice.below(6)),
      discountPercent,
      alternativeToId: null,
    }
  })
}

/** What a line has of an item: its price of today in the currency of the quote. */
function itemLine({ code, description, unit, prices, leadDays }: SampleItem, toCurrency: ToCurrency) {
  const now = prices.find(({ year }) => year === 0)
  return {
    id: crypto.randomUUID(),
    master: code,
    description,
    unit,
    unitPrice: toCurrency(now?.price ?? 0),
    // Wear parts are bought in as they come; what a line of them costs is reckoned for the quote.
    unitCost: toCurrency(now?.cost ?? (now?.price ?? 0) * 0.6),
    leadDays,
  }
}

function extras(dice: Dice, toCurrency: ToCurrency) {
  const chosen = [dice.of(services), ...Array.from({ length: dice.below(3) }, () => dice.of(sold))]
  return chosen.map((item, place) => {
    const { leadDays: _none, ...line } = itemLine(item, toCurrency)
    return {
      ...line,
      quantity: '1',
      discountPercent: '0',
      selected: place === 1,
      recommended: place === 0,
      sort: place + 1,
    }
  })
}

const places = { NORDFJELL: 'Bergen', BALTIC: 'Gdańsk', MERIDIAN: 'Leeds' } as const

/** The town in which a quote is delivered. */
export function siteOf({ customer, site }: SampleQuote): string {
  return site ?? places[customer]
}

function deliveries(quote: SampleQuote, dice: Dice, day: Date, toCurrency: ToCurrency) {
  const { machines: models } = quote
  const price = 900 + models.length * 2_400 + dice.below(8) * 50
  const delivery = {
    id: crypto.randomUUID(),
    incoterm: dice.of(['DAP', 'CPT', 'FCA']),
    namedPlace: siteOf(quote),
    shipsOn: dayAfter(day, -DAYS_ON_THE_WAY),
    arrivesOn: dayAfter(day, 0),
    packages: 2 + models.length * 4,
    weightKg: 300 + models.length * 1_450,
    price: toCurrency(price),
    cost: toCurrency(Math.round(price * 0.85)),
    sort: 1,
  }
  return [delivery]
}

const REJECTS: ProjectCriterion = {
  ...{ name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 1, unit: '%' },
  conditions: 'over four hours',
}

/** The speed that a line promises, as both tests have to show it. */
function speedsOf(lines: readonly { id: string; promisedSpeed: number | null }[]): ProjectCriterion[] {
  return lines.flatMap(({ id, promisedSpeed: figure }) => {
    if (figure === null) return []
    const criterion = { name: 'Speed at the test', kind: 'speed', direction: 'atLeast', figure } as const
    return [{ ...criterion, unit: 'cycles/min', conditions: 'with your product', line: id }]
  })
}

/** Who buys machines has them accepted at the factory, installed and accepted at the site. */
function commissioning(
  { machines: models }: SampleQuote,
  lines: readonly { id: string; promisedSpeed: number | null }[],
  dice: Dice,
  delivery: Date,
  toCurrency: ToCurrency,
) {
  if (models.length === 0) return []
  const speeds = speedsOf(lines)
  const criteria: Record<string, ProjectCriterion[]> = { FAT: speeds, SAT: [...speeds, REJECTS] }
  const step = (kind: string, description: string, startsOn: number, days: number, travel: number) => ({
    id: crypto.randomUUID(),
    kind,
    startsOn: dayAfter(delivery, startsOn),
    description,
    days: String(days),
    engineers: kind === 'installation' ? 2 : 1,
    dayRate: toCurrency(980),
    dayCost: toCurrency(640),
    travel: toCurrency(travel),
    accommodation: toCurrency(travel === 0 ? 0 : days * 140),
    acceptanceCriteria: kind === 'SAT' ? 'The agreed speed over four hours of production' : null,
    criteria: criteria[kind] ?? [],
  })
  const steps = [
    step('FAT', 'Acceptance at the factory with your product', -14, models.length, 0),
    step('installation', 'Installation and start-up', 2, 2 + models.length * 2, 850),
    step('SAT', 'Acceptance at your site', 14, 1 + dice.below(2), 650),
    step('training', 'Training of operators and fitters', 16, 2, 650),
  ]
  return steps.map((one, place) => ({ ...one, sort: place + 1 }))
}

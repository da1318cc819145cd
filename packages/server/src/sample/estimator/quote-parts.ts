import { type PricedProject, priceProject, toPriceInput } from '@packhouse/contract'
import { sampleTypes } from '../library/library.ts'
import { Dice } from './dice.ts'
import { type SampleItem, sampleItems } from './items.ts'
import type { SampleQuote } from './quotes.ts'

/** Whole amounts of a currency for a euro, as the sales department reckons. */
const PER_EURO = { EUR: 1, NOK: 12, GBP: 0.85 } as const

const machines = new Map(
  sampleTypes.flatMap((type) => type.machines.map((machine) => [machine.model, machine] as const)),
)
const sold = sampleItems.filter(({ active }) => active)
const services = sold.filter(({ category }) => category === 'Service kits')

/** A quote with everything in it and its sums. Ids are made up, so that its parts can name each other. */
export function wholeQuote(quote: SampleQuote, place: number) {
  const dice = new Dice(place * 7_919 + 17)
  const toCurrency = (euros: number) => String(Math.round(euros * PER_EURO[quote.currency]))
  const parts = {
    items: [...machineLines(quote, toCurrency), ...itemLines(dice, toCurrency)].map((line, sort) => ({
      ...line,
      sort: sort + 1,
    })),
    extras: extras(dice, toCurrency),
    deliveries: deliveries(quote, dice, toCurrency),
    commissioning: commissioning(quote, dice, toCurrency),
  }
  const terms = {
    discountKind: 'percent',
    discountValue: String(dice.of([0, 0, 2, 3, 5])),
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
  return { ...terms, ...parts, sums }
}

type ToCurrency = (euros: number) => string

/** Each machine, the first with a smaller one as an alternative to it. */
function machineLines({ machines: models }: SampleQuote, toCurrency: ToCurrency) {
  return models.flatMap((model, place) => {
    const machine = machines.get(model)
    if (machine === undefined) throw new Error(`The library of the sample has no ${model}.`)
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
    })
    const main = line(Number(machine.price), machine.name, null)
    const other = () => line(Math.round(Number(machine.price) * 0.87), `${machine.name}, overhauled`, main.id)
    return place === 0 ? [main, other()] : [main]
  })
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

function deliveries({ customer, machines: models }: SampleQuote, dice: Dice, toCurrency: ToCurrency) {
  const price = 900 + models.length * 2_400 + dice.below(8) * 50
  const delivery = {
    id: crypto.randomUUID(),
    incoterm: dice.of(['DAP', 'CPT', 'FCA']),
    namedPlace: places[customer],
    packages: 2 + models.length * 4,
    weightKg: 300 + models.length * 1_450,
    price: toCurrency(price),
    cost: toCurrency(Math.round(price * 0.85)),
    sort: 1,
  }
  return [delivery]
}

/** Who buys machines has them accepted at the factory, installed and accepted at the site. */
function commissioning({ machines: models }: SampleQuote, dice: Dice, toCurrency: ToCurrency) {
  if (models.length === 0) return []
  const step = (kind: string, description: string, days: number, travel: number) => ({
    id: crypto.randomUUID(),
    kind,
    description,
    days: String(days),
    engineers: kind === 'installation' ? 2 : 1,
    dayRate: toCurrency(980),
    dayCost: toCurrency(640),
    travel: toCurrency(travel),
    accommodation: toCurrency(travel === 0 ? 0 : days * 140),
    acceptanceCriteria: kind === 'SAT' ? '95 % of the agreed speed over four hours, at most 1 % rejects' : null,
  })
  const steps = [
    step('FAT', 'Acceptance at the factory with your product', models.length, 0),
    step('installation', 'Installation and start-up', 2 + models.length * 2, 850),
    step('SAT', 'Acceptance at your site', 1 + dice.below(2), 650),
    step('training', 'Training of operators and fitters', 2, 650),
  ]
  return steps.map((one, place) => ({ ...one, sort: place + 1 }))
}

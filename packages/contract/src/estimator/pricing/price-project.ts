import {
  type Exact,
  exact,
  isZero,
  minus,
  plus,
  quotient,
  rounded,
  total as sumOf,
  times,
  written,
  ZERO,
} from './exact.ts'
import { spread } from './spread.ts'
import { chargedPercent, type TaxCategory } from './tax-rules.ts'

/** What has a quantity and a price. Numbers are decimals as text. */
export interface PricedLine {
  id: string
  /** Its sums are of this section. */
  section: string
  quantity: string
  unitPrice: string
  /** Null where it is not known: the margin is incomplete then. */
  unitCost: string | null
  /** From 0 to 100. */
  discountPercent: string
  /** Whether it counts: alternatives and extras that are not chosen do not. */
  counts: boolean
  tax?: { category: TaxCategory; ratePercent: string }
}

/** What is asked for the whole project: `percent` from 0 to 100, `amount` in the currency. */
export type ProjectDiscount = { kind: 'percent' | 'amount'; value: string }

export interface PriceInput {
  /** Decimals of the currency: 2 for EUR, 0 for JPY, 3 for KWD. */
  minorUnits: number
  lines: readonly PricedLine[]
  discount: ProjectDiscount | null
  /** Shares of the total in percent, which add up to 100. */
  milestones: readonly { id: string; percent: string }[]
  /** The smallest amount in cash, such as 0.05 for CHF. */
  cashStep: string | null
}

export interface LinePrice {
  id: string
  gross: string
  discount: string
  net: string
  /** Its part of the discount of the project. */
  projectDiscount: string
  cost: string | null
}

export interface TaxSum {
  category: TaxCategory
  /** That is charged: 0 in categories that charge no tax. */
  ratePercent: string
  /** After the discount of the project. */
  base: string
  amount: string
}

export interface ProjectPrice {
  lines: LinePrice[]
  /** Net amounts of what counts, by section. */
  sections: Record<string, string>
  subtotal: string
  discount: string
  net: string
  taxes: TaxSum[]
  tax: string
  /** What rounding to cash adds; 0 without. */
  cashRounding: string
  total: string
  /** Null where the cost of something that counts is not known. */
  cost: string | null
  /** Of the net amount, with two decimals; null where that is 0 or a cost is not known. */
  marginPercent: string | null
  isMarginComplete: boolean
  milestones: { id: string; amount: string }[]
}

const HUNDRED = exact('100')
const PERCENT_DECIMALS = 2
const RATE_DECIMALS = 4

interface Reckoned {
  line: PricedLine
  gross: Exact
  discount: Exact
  net: Exact
  cost: Exact | null
  part: Exact
}

/**
 * The prices of a project. Every line is rounded, and totals add what was rounded (EN 16931, BR-CO-10). The page shows it at once; only the
 * result of the server counts.
 * @throws RangeError for a text that is not a decimal number
 */
export function priceProject(input: PriceInput): ProjectPrice {
  const { minorUnits, milestones } = input
  const lines = input.lines.map((line) => reckon(line, minorUnits))
  spreadDiscount(lines, input)
  const counted = lines.filter(({ line }) => line.counts)
  const subtotal = sumOf(counted.map(({ net }) => net))
  const discount = sumOf(counted.map(({ part }) => part))
  const net = rounded(minus(subtotal, discount), minorUnits)
  const taxes = taxSums(counted, minorUnits)
  const tax = rounded(sumOf(taxes.map(({ amount }) => amount)), minorUnits)
  const exactTotal = plus(net, tax)
  const total = input.cashStep === null ? exactTotal : toCash(exactTotal, exact(input.cashStep), minorUnits)
  const amounts = spread(
    total,
    milestones.map(({ percent }) => exact(percent)),
  )
  return {
    lines: lines.map(toLinePrice),
    sections: sectionSums(counted, minorUnits),
    subtotal: written(rounded(subtotal, minorUnits)),
    discount: written(rounded(discount, minorUnits)),
    net: written(net),
    taxes: taxes.map(({ base, amount, ...rest }) => ({ ...rest, base: written(base), amount: written(amount) })),
    tax: written(tax),
    cashRounding: written(minus(total, exactTotal)),
    total: written(total),
    ...marginOf(counted, net, minorUnits),
    milestones: milestones.map(({ id }, place) => ({ id, amount: written(amounts[place] ?? ZERO) })),
  }
}

/** The price that leaves a margin, in percent below 100. @throws RangeError for 100 and more */
export function priceForMargin(cost: string, marginPercent: string, scale: number): string {
  const rest = minus(HUNDRED, exact(marginPercent))
  if (rest.units <= 0) throw new RangeError('A margin must be below 100 %')
  return written(quotient(times(exact(cost), HUNDRED), rest, scale))
}

/** What a line costs the customer before the discount of the project. @throws RangeError for a text that is not a decimal number */
export function netOfLine(line: SoldAt, minorUnits: number): Exact {
  const gross = rounded(times(exact(line.quantity), exact(line.unitPrice)), minorUnits)
  return minus(gross, rounded(percentOf(gross, exact(line.discountPercent)), minorUnits))
}

type SoldAt = Pick<PricedLine, 'quantity' | 'unitPrice' | 'discountPercent'>

/** One decimal and another, with all decimals of both. */
export function plusDecimals(one: string, other: string): string {
  return written(plus(exact(one), exact(other)))
}

/** One decimal less another, with all decimals of both. */
export function minusDecimals(one: string, other: string): string {
  return written(minus(exact(one), exact(other)))
}

/** What is left of a price after its cost, in percent of the price with two decimals; null where the price is 0. */
export function marginPercent(price: string, cost: string): string | null {
  return percentLess(price, cost)
}

/** What is given of a gross amount, in percent with two decimals; null where that is 0. */
export function discountPercent(gross: string, net: string): string | null {
  return percentLess(gross, net)
}

/** How much less the part is, in percent of the whole. */
function percentLess(whole: string, part: string): string | null {
  const all = exact(whole)
  if (isZero(all)) return null
  return written(quotient(times(minus(all, exact(part)), HUNDRED), all, PERCENT_DECIMALS))
}

function reckon(line: PricedLine, minorUnits: number): Reckoned {
  const { unitPrice, unitCost, discountPercent } = line
  const quantity = exact(line.quantity)
  const gross = rounded(times(quantity, exact(unitPrice)), minorUnits)
  const discount = rounded(percentOf(gross, exact(discountPercent)), minorUnits)
  const cost = unitCost === null ? null : rounded(times(quantity, exact(unitCost)), minorUnits)
  return { line, gross, discount, net: minus(gross, discount), cost, part: rounded(ZERO, minorUnits) }
}

/** The discount of the project is one figure, rounded once, and spread over the lines. */
function spreadDiscount(lines: Reckoned[], { discount, minorUnits }: PriceInput): void {
  if (discount === null) return
  const value = exact(discount.value)
  if (isZero(value)) return
  const nets = lines.map(({ line, net }) => (line.counts ? net : ZERO))
  const amount = rounded(discount.kind === 'amount' ? value : percentOf(sumOf(nets), value), minorUnits)
  const parts = spread(amount, nets)
  for (const [place, line] of lines.entries()) line.part = parts[place] ?? line.part
}

interface TaxBase {
  category: TaxCategory
  ratePercent: string
  base: Exact
}

/** Tax is worked out for each category and rate, never for each line. */
function taxSums(lines: readonly Reckoned[], minorUnits: number): (TaxBase & { amount: Exact })[] {
  const bases = new Map<string, TaxBase>()
  // Rates that are written otherwise may be equal: each writing is compared once.
  const keys = new Map<PricedLine['tax'], TaxBase>()
  for (const { line, net, part } of lines) {
    if (line.tax === undefined) continue
    const found = keys.get(line.tax) ?? baseOf(bases, line.tax)
    keys.set(line.tax, found)
    found.base = plus(found.base, minus(net, part))
  }
  return [...bases.values()].map(({ category, ratePercent, base }) => ({
    category,
    ratePercent,
    base: rounded(base, minorUnits),
    amount: rounded(percentOf(base, exact(ratePercent)), minorUnits),
  }))
}

function baseOf(bases: Map<string, TaxBase>, tax: NonNullable<PricedLine['tax']>): TaxBase {
  const { category } = tax
  const ratePercent = chargedPercent(category, tax.ratePercent)
  const key = `${category} ${written(rounded(exact(ratePercent), RATE_DECIMALS))}`
  const found = bases.get(key) ?? { category, ratePercent, base: ZERO }
  bases.set(key, found)
  return found
}

function marginOf(lines: readonly Reckoned[], net: Exact, minorUnits: number) {
  const costs = lines.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const isMarginComplete = costs.length === lines.length
  if (!isMarginComplete) return { cost: null, marginPercent: null, isMarginComplete }
  const cost = rounded(sumOf(costs), minorUnits)
  if (isZero(net)) return { cost: written(cost), marginPercent: null, isMarginComplete }
  const margin = quotient(times(minus(net, cost), HUNDRED), net, PERCENT_DECIMALS)
  return { cost: written(cost), marginPercent: written(margin), isMarginComplete }
}

function sectionSums(lines: readonly Reckoned[], minorUnits: number): Record<string, string> {
  const sums = new Map<string, Exact>()
  for (const { line, net } of lines) sums.set(line.section, plus(sums.get(line.section) ?? ZERO, net))
  return Object.fromEntries([...sums].map(([section, net]) => [section, written(rounded(net, minorUnits))]))
}

function toCash(total: Exact, step: Exact, minorUnits: number): Exact {
  return rounded(times(quotient(total, step, 0), step), minorUnits)
}

function percentOf(amount: Exact, percent: Exact): Exact {
  const { units, scale } = times(amount, percent)
  return { units, scale: scale + PERCENT_DECIMALS }
}

function toLinePrice({ line, gross, discount, net, part, cost }: Reckoned): LinePrice {
  return {
    id: line.id,
    gross: written(gross),
    discount: written(discount),
    net: written(net),
    projectDiscount: written(part),
    cost: cost && written(cost),
  }
}

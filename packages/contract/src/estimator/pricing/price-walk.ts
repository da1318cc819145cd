import { z } from 'zod'
import { type Exact, exact, isZero, minus, rounded, total, written, ZERO } from './exact.ts'
import { netOfLine, type PricedLine, priceProject } from './price-project.ts'
import { type PricedCurrency, type PricedProject, priceRows, toPriceInput } from './project-price.ts'

/** Why a total is another one, in the order in which the steps are walked. */
export const walkSteps = [
  'added',
  'removed',
  'quantity',
  'price',
  'discount',
  'rate',
  'extras',
  'delivery',
  'commissioning',
  'projectDiscount',
  'tax',
  'cashRounding',
] as const
export type WalkStep = (typeof walkSteps)[number]

const walkRowSchema = z.object({
  lineId: z.string(),
  label: z.string(),
  before: z.string().nullable().describe('The quantity, price or discount; of the other steps the amount'),
  after: z.string().nullable(),
  amount: z.string().describe('What it adds to the total'),
})
export type WalkRow = z.infer<typeof walkRowSchema>

/** How one total becomes another. The amounts of the rows add up to that of their step, and the steps to the difference of the totals. */
export const priceWalkSchema = z.object({
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  difference: z.string(),
  steps: z.array(z.object({ step: z.enum(walkSteps), amount: z.string(), rows: z.array(walkRowSchema) })),
})
export type PriceWalk = z.infer<typeof priceWalkSchema>

type Named<Rows extends readonly object[], Label extends string> = readonly (Rows[number] &
  Record<'lineId' | Label, string>)[]

/** A project with the names of its rows, as a version holds it. */
export interface WalkedProject extends PricedProject {
  currency: string
  items: Named<PricedProject['items'], 'description'>
  extras: Named<PricedProject['extras'], 'description'>
  deliveries: Named<PricedProject['deliveries'], 'namedPlace'>
  commissioning: Named<PricedProject['commissioning'], 'description'>
}

/** What a row brings into the subtotal. */
interface Part {
  lineId: string
  label: string
  lines: readonly PricedLine[]
}

type Parts = ReadonlyMap<string, Part>
type Amounts = { row: WalkRow; amount: Exact }[]

/**
 * The way from the total of one state of a project to that of another. Rows are matched by their `lineId`, so an order is no difference. Nothing of
 * it tells a cost.
 * @throws RangeError for a text that is not a decimal number
 */
export function priceWalk(before: WalkedProject, after: WalkedProject, currency: PricedCurrency): PriceWalk {
  const [from, to] = [before, after].map((project) => priceProject(toPriceInput(project, currency)))
  if (from === undefined || to === undefined) throw new RangeError('A walk has two ends')
  const { minorUnits } = currency
  const [earlier, later] = [partsOf(before), partsOf(after)]
  const found: Record<WalkStep, Amounts> = {
    ...itemSteps(earlier.items, later.items, minorUnits),
    rate: [],
    extras: otherRows(earlier.extras, later.extras, minorUnits),
    delivery: otherRows(earlier.deliveries, later.deliveries, minorUnits),
    commissioning: otherRows(earlier.commissioning, later.commissioning, minorUnits),
    projectDiscount: whole('projectDiscount', from.discount, to.discount, -1),
    tax: whole('tax', from.tax, to.tax, 1),
    cashRounding: whole('cashRounding', from.cashRounding, to.cashRounding, 1),
  }
  const steps = walkSteps.map((step) => {
    const rows = found[step].filter(({ amount }) => !isZero(amount))
    const amount = rounded(total(rows.map((one) => one.amount)), minorUnits)
    return { step, amount: written(amount), rows: rows.map(({ row }) => row) }
  })
  const difference = written(minus(exact(to.total), exact(from.total)))
  return { currency: after.currency, from: from.total, to: to.total, difference, steps }
}

function partsOf(project: WalkedProject) {
  const { items, extras, deliveries, commissioning } = project
  const rows = priceRows(project)
  return {
    items: byLine(items, rows.items, ({ description }) => description),
    extras: byLine(extras, rows.extras, ({ description }) => description),
    deliveries: byLine(deliveries, rows.deliveries, ({ namedPlace }) => namedPlace),
    commissioning: byLine(commissioning, rows.commissioning, ({ description }) => description),
  }
}

/** The rows that count, each with what is priced of it. */
function byLine<Row extends { lineId: string }>(
  rows: readonly Row[],
  priced: readonly (readonly PricedLine[])[],
  labelOf: (row: Row) => string,
): Parts {
  const parts = rows.flatMap((row, place): [string, Part][] => {
    const lines = (priced[place] ?? []).filter(({ counts }) => counts)
    return lines.length === 0 ? [] : [[row.lineId, { lineId: row.lineId, label: labelOf(row), lines }]]
  })
  return new Map(parts)
}

function itemSteps(earlier: Parts, later: Parts, minorUnits: number) {
  const none: Amounts = []
  const steps = { added: [...none], removed: [...none], quantity: [...none], price: [...none], discount: [...none] }
  for (const part of later.values()) {
    const before = earlier.get(part.lineId)
    if (before === undefined) steps.added.push(otherRow(undefined, part, minorUnits))
    else changedItem(before, part, minorUnits, steps)
  }
  for (const part of earlier.values()) {
    if (!later.has(part.lineId)) steps.removed.push(otherRow(part, undefined, minorUnits))
  }
  return steps
}

const CHANGES = [
  ['quantity', 'quantity'],
  ['price', 'unitPrice'],
  ['discount', 'discountPercent'],
] as const

/** One value after the other becomes the later one; what each step adds is the difference it makes then. */
function changedItem(
  before: Part,
  after: Part,
  minorUnits: number,
  steps: Record<(typeof CHANGES)[number][0], Amounts>,
) {
  const [one, other] = [before.lines[0], after.lines[0]]
  if (one === undefined || other === undefined) return
  const changes = CHANGES.filter(([, field]) => one[field] !== other[field])
  if (changes.length === 0) return
  let walked: PricedLine = one
  let net = netOfLine(one, minorUnits)
  for (const [step, field] of changes) {
    const next = { ...walked, [field]: other[field] }
    const nextNet = netOfLine(next, minorUnits)
    steps[step].push(rowOf(after, walked[field], next[field], minus(nextNet, net)))
    walked = next
    net = nextNet
  }
}

/** Rows that are compared by their amounts alone. */
function otherRows(earlier: Parts, later: Parts, minorUnits: number): Amounts {
  const gone = [...earlier.values()].filter(({ lineId }) => !later.has(lineId))
  return [
    ...[...later.values()].map((part) => otherRow(earlier.get(part.lineId), part, minorUnits)),
    ...gone.map((part) => otherRow(part, undefined, minorUnits)),
  ]
}

function otherRow(before: Part | undefined, after: Part | undefined, minorUnits: number): Amounts[number] {
  const [one, other] = [before, after].map((part) => part && netOf(part, minorUnits))
  const part = after ?? before
  const amount = minus(other ?? ZERO, one ?? ZERO)
  return rowOf(part, one && written(one), other && written(other), amount)
}

function netOf({ lines }: Part, minorUnits: number): Exact {
  return rounded(total(lines.map((line) => netOfLine(line, minorUnits))), minorUnits)
}

function whole(lineId: WalkStep, before: string, after: string, sign: 1 | -1): Amounts {
  const difference = minus(exact(after), exact(before))
  const amount = sign === 1 ? difference : minus(ZERO, difference)
  return [rowOf({ lineId, label: '', lines: [] }, before, after, amount)]
}

function rowOf(part: Part | undefined, before: string | undefined, after: string | undefined, amount: Exact) {
  const { lineId = '', label = '' } = part ?? {}
  return { row: { lineId, label, before: before ?? null, after: after ?? null, amount: written(amount) }, amount }
}

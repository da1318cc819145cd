import type { ListedRow } from '../../engine/resource.ts'
import type { projectOptionalExtras } from '../projects/project-optional-extras.ts'
import { compareDecimals, exact, written } from './exact.ts'
import { type Integer, sum } from './integers.ts'
import { discountPercent, marginPercent, priceProject } from './price-project.ts'
import { type PricedCurrency, type PricedProject, priceOfSum, priceRows, toPriceInput } from './project-price.ts'
import { type Branch, type Choosable, highestOf, idsOf, lowestOf, worstPairs } from './worst-pairs.ts'

type Extra = ListedRow<typeof projectOptionalExtras>

/** A project with what of it a customer may choose. */
export interface OrderedProject extends PricedProject {
  extras: readonly (PricedProject['extras'][number] &
    Pick<Extra, 'customerSelectable' | 'dependsOnItemId' | 'dependsOnExtraId'>)[]
}

/** Between which figures all orders are that a customer can make of a project. */
export interface OrderRange {
  /** Before the discount of the project. */
  lowestSubtotal: string
  lowestTotal: string
  highestNet: string
  highestTotal: string
  /** Of the gross amount, with the discount of the project; null where there is nothing to discount. */
  highestDiscountPercent: string | null
  /** Null where a cost is not known, or nothing brings anything in. */
  lowestMarginPercent: string | null
  /** Whether something can be ordered that costs something and brings nothing in. */
  canBeGivenAway: boolean
  /** Lines that can be ordered and whose cost is not known. */
  missingCosts: number
}

/**
 * The worst of all orders, without trying each: what a choice adds to an order does not depend on the other choices. Extras that need a line and another
 * extra are taken for possible with the extra alone, and of hundreds of pairs of amounts only the outermost are looked at: then the figures are bounds,
 * which no order passes.
 */
export function orderRange(project: OrderedProject, currency: PricedCurrency): OrderRange {
  const choosable = choosableOf(project)
  const lines = new Map(priceProject(toPriceInput(project, currency)).lines.map((line) => [line.id, line]))
  const amount = (units: Integer) => written({ units, scale: currency.minorUnits })
  const sumsOf = (units: Integer) => priceOfSum(project, currency, amount(units))
  const soldWith = (name: 'gross' | 'cost') => {
    const pairOf = (id: string) => ({ low: unitsOf(lines.get(id)?.net), high: unitsOf(lines.get(id)?.[name]) })
    const { pairs, isWhole } = worstPairs(choosable, pairOf)
    // Rounding takes half a unit of one order and gives it to another.
    const net = (units: Integer) => unitsOf(sumsOf(units).net)
    return pairs.map(({ low, high }) => ({ net: isWhole ? net(low) : sum(net(low), -1), high }))
  }
  const sold = soldWith('cost')
  const margins = sold.flatMap(({ net, high }) => (net > 0 ? (marginPercent(amount(net), amount(high)) ?? []) : []))
  const discounts = soldWith('gross').flatMap(({ net, high }) => discountPercent(amount(high), amount(net)) ?? [])
  const lowest = lowestOf(choosable, (id) => unitsOf(lines.get(id)?.net))
  const highest = sumsOf(highestOf(choosable, (id) => unitsOf(lines.get(id)?.net)))
  const missingCosts = idsOf(choosable).filter((id) => lines.get(id)?.cost == null).length
  return {
    lowestSubtotal: amount(lowest),
    lowestTotal: sumsOf(lowest).total,
    highestNet: highest.net,
    highestTotal: highest.total,
    highestDiscountPercent: discounts.toSorted(compareDecimals).at(-1) ?? null,
    lowestMarginPercent: missingCosts > 0 ? null : (margins.toSorted(compareDecimals)[0] ?? null),
    canBeGivenAway: sold.some(({ net, high }) => net <= 0 && high > 0),
    missingCosts,
  }
}

/** What is chosen of a project, and what every order has. */
function choosableOf(project: OrderedProject): Choosable {
  const isFixed = ({ selected, customerSelectable }: OrderedProject['extras'][number]) =>
    selected && !customerSelectable
  const items = new Map(project.items.map(({ id }) => [id, { id, extras: [] as Branch[] }]))
  const extras = new Map(project.extras.map(({ id }) => [id, { id, extras: [] as Branch[] }]))
  const fixed = new Set(project.extras.filter(isFixed).map(({ id }) => id))
  const free: Branch[] = []
  for (const { id, customerSelectable, dependsOnExtraId, dependsOnItemId } of project.extras) {
    const branch = extras.get(id)
    if (!customerSelectable || branch === undefined) continue
    // What needs an extra that nobody can have hangs on that, and is in no order either.
    const parent = dependsOnExtraId === null || fixed.has(dependsOnExtraId) ? undefined : extras.get(dependsOnExtraId)
    const line = dependsOnItemId === null ? undefined : items.get(dependsOnItemId)
    const home = (parent ?? line)?.extras ?? free
    home.push(branch)
  }
  const groups = new Map<string, Branch[]>()
  for (const { id, alternativeToId } of project.items) {
    const group = groups.get(alternativeToId ?? id) ?? []
    groups.set(alternativeToId ?? id, [...group, items.get(id) ?? { id, extras: [] }])
  }
  const { deliveries, commissioning } = priceRows(project)
  const always = [...deliveries, ...commissioning].flat().map(({ id }) => id)
  return {
    fixed: [...fixed, ...always],
    groups: [...groups.values()],
    extras: free,
  }
}

/** Of an amount in the decimals of the currency; 0 where it is not known. */
function unitsOf(amount: string | null | undefined): Integer {
  return amount == null ? 0 : exact(amount).units
}

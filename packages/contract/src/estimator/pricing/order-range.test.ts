import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choiceFaults, isBelowZero, priceQuote, takenOf } from '../quote/price-quote.ts'
import type { QuoteChoices, QuoteContent } from '../quote/quote-content.ts'
import { compareDecimals, exact, total, written } from './exact.ts'
import { type OrderedProject, orderRange } from './order-range.ts'
import { discountPercent, marginPercent, priceProject } from './price-project.ts'
import { toPriceInput } from './project-price.ts'

const seed = 20261128
const lessThan = (one: string, other: string) => compareDecimals(one, other) < 0
const id = (kind: number, place: number) => `00000000-0000-4000-8000-${kind}${String(place).padStart(11, '0')}`

const price = fc.oneof(
  fc.constantFrom('0', '0.01', '0.0125', '1000', '20'),
  fc.integer({ min: 0, max: 2_000_000 }).map((units) => written({ units, scale: 3 })),
)
const sold = fc.record({
  quantity: fc.constantFrom('1', '1', '2', '0.3333', '12.5', '10000'),
  unitPrice: price,
  unitCost: fc.option(price, { freq: 12 }),
  discountPercent: fc.constantFrom('0', '0', '0', '5', '33.3333', '100'),
})
const item = sold.chain((line) =>
  fc.record({ line: fc.constant(line), alternatives: fc.array(sold, { maxLength: 2 }) }),
)
const extra = fc.record({
  line: sold,
  selected: fc.boolean(),
  customerSelectable: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
  onItem: fc.option(fc.nat({ max: 9 })),
  onExtra: fc.option(fc.nat({ max: 9 })),
})
const terms = fc.record({
  minorUnits: fc.constantFrom(2, 2, 0, 3),
  cashStep: fc.constantFrom(null, '0.05'),
  tax: fc.constantFrom(null, '0', '19', '7.7'),
  discount: fc.oneof(
    fc.record({ kind: fc.constant('amount' as const), value: fc.constantFrom('0', '0.01', '10', '30', '900', '5000') }),
    fc.record({ kind: fc.constant('percent' as const), value: fc.constantFrom('0', '2.5', '33.3333', '99', '100') }),
  ),
  parts: fc.constantFrom([], ['100'], ['40', '60'], ['33.3333', '33.3333', '33.3334']),
  delivery: fc.option(fc.record({ price, cost: fc.option(price) })),
  work: fc.option(fc.record({ days: fc.constantFrom('0.5', '3'), dayRate: price, dayCost: price, travel: price })),
})

/** A random project, and the content of its quote. */
const quotes = fc
  .tuple(fc.array(item, { maxLength: 3 }), fc.array(extra, { maxLength: 4 }), terms)
  .map(([groups, extras, { minorUnits, cashStep, tax, discount, parts, delivery, work }]) => {
    const items = groups.flatMap(({ line, alternatives }, place) => {
      const mainId = id(1, place)
      const main = { ...line, id: mainId, section: 'Machines', alternativeToId: null as string | null }
      return [
        main,
        ...alternatives.map((one, n) => ({ ...main, ...one, id: id(2, place * 10 + n), alternativeToId: mainId })),
      ]
    })
    const project: OrderedProject = {
      discountKind: discount.kind,
      discountValue: discount.value,
      taxCategory: tax === null ? null : 'standard',
      taxPercent: tax ?? '0',
      roundsToCash: cashStep !== null && minorUnits === 2,
      milestones: parts.map((percent) => ({ name: percent, percent })),
      items,
      extras: extras.map(({ line, selected, customerSelectable, onItem, onExtra }, place) => ({
        ...line,
        id: id(3, place),
        selected,
        customerSelectable,
        dependsOnItemId: onItem === null || items.length === 0 ? null : (items[onItem % items.length]?.id ?? null),
        // Of those before it, so that none needs itself.
        dependsOnExtraId: onExtra === null || place === 0 ? null : id(3, onExtra % place),
      })),
      deliveries: delivery === null ? [] : [{ ...delivery, id: id(4, 0) }],
      commissioning: work === null ? [] : [{ ...work, id: id(5, 0), engineers: 2, accommodation: '12.5' }],
    }
    return { project, currency: { minorUnits, cashStep } }
  })

type Quote = typeof quotes extends fc.Arbitrary<infer One> ? One : never

function contentOf({ project, currency }: Quote): QuoteContent {
  const words = { section: 'Machines', description: '', unit: 'pcs', options: [] }
  const mains = project.items.filter(({ alternativeToId }) => alternativeToId === null)
  return {
    ...(project as unknown as QuoteContent),
    ...currency,
    items: mains.map((main) => ({
      ...{ ...main, ...words },
      alternatives: project.items.filter((one) => one.alternativeToId === main.id).map((one) => ({ ...one, ...words })),
    })),
    extras: project.extras
      .filter(({ selected, customerSelectable }) => selected || customerSelectable)
      .map((one) => ({
        ...{ ...one, ...words, recommended: false, selectable: one.customerSelectable },
        onlyWithItem: one.dependsOnItemId,
        onlyWithExtra: one.dependsOnExtraId,
      })),
  }
}

/** Every order that the page of the quote takes. */
function ordersOf(content: QuoteContent): QuoteChoices[] {
  const subsets = (ids: readonly string[]) =>
    ids.reduce<string[][]>((found, one) => found.flatMap((few) => [few, [...few, one]]), [[]])
  const alternatives = content.items.reduce<string[][]>(
    (found, item) => found.flatMap((few) => [few, ...item.alternatives.map((one) => [...few, one.id])]),
    [[]],
  )
  const extras = subsets(content.extras.filter(({ selectable }) => selectable).map((one) => one.id))
  const all = alternatives.flatMap((few) => extras.map((some) => ({ alternatives: few, extras: some })))
  return all.filter((choices) => choiceFaults(content, choices).length === 0)
}

/** What an order costs and gives, worked out from its lines alone. */
function figuresOf({ project, currency }: Quote, content: QuoteContent, choices: QuoteChoices) {
  const taken = takenOf(content, choices)
  const isLeftOut = (one: string) =>
    [...project.items, ...project.extras].some((row) => row.id === one) && !taken.has(one)
  const lines = priceProject(toPriceInput(project, currency)).lines.filter((line) => !isLeftOut(line.id))
  const shown = priceQuote(content, choices)
  const sumOf = (amounts: readonly string[]) => written(total(amounts.map(exact)))
  const costs = lines.map(({ cost }) => cost)
  const cost = costs.every((one) => one !== null) ? sumOf(costs) : null
  return {
    shown,
    cost,
    margin: cost === null || lessThan(shown.net, '0.001') ? null : marginPercent(shown.net, cost),
    discount: discountPercent(sumOf(lines.map(({ gross }) => gross)), shown.net),
  }
}

describe('the orders that can be made of a quote', () => {
  test('are within the range, whatever is chosen; where no extra needs a line and an extra, the ends are ordered', () => {
    let refused = 0
    let attained = 0
    fc.assert(
      fc.property(quotes, (quote) => {
        const content = contentOf(quote)
        const range = orderRange(quote.project, quote.currency)
        const orders = ordersOf(content).map((choices) => figuresOf(quote, content, choices))
        const { discountKind, discountValue, extras } = quote.project
        for (const { shown } of orders) expect(lessThan(shown.subtotal, range.lowestSubtotal)).toBe(false)
        if (discountKind === 'amount' && lessThan(range.lowestSubtotal, discountValue)) {
          refused++
          // Of nothing, nothing is taken.
          expect(!lessThan('0', range.lowestSubtotal) || orders.some(({ shown }) => isBelowZero(shown))).toBe(true)
          return
        }
        for (const { shown, margin, discount, cost } of orders) {
          expect(isBelowZero(shown)).toBe(false)
          for (const amount of [...Object.values(shown.lines), shown.subtotal, shown.tax, ...shown.milestones])
            expect(amount).not.toContain('-')
          expect(lessThan(shown.total, range.lowestTotal)).toBe(false)
          expect(lessThan(range.highestNet, shown.net)).toBe(false)
          expect(lessThan(range.highestTotal, shown.total)).toBe(false)
          if (discount !== null) expect(lessThan(range.highestDiscountPercent ?? '', discount)).toBe(false)
          if (cost === null) expect(range.missingCosts).toBeGreaterThan(0)
          else if (margin === null && lessThan('0', cost)) expect(range.canBeGivenAway).toBe(true)
          // Where something comes for nothing and costs nothing, all others that cost nothing are left out.
          else if (margin !== null && range.missingCosts === 0 && !range.canBeGivenAway)
            expect(lessThan(margin, range.lowestMarginPercent ?? '100')).toBe(false)
        }
        if (extras.some((one) => one.dependsOnItemId !== null && one.dependsOnExtraId !== null)) return
        attained++
        expect(orders.some(({ shown }) => shown.subtotal === range.lowestSubtotal)).toBe(true)
        expect(orders.some(({ shown }) => shown.net === range.highestNet)).toBe(true)
        expect(orders.some(({ shown }) => shown.total === range.highestTotal)).toBe(true)
        const { highestDiscountPercent: discount, lowestMarginPercent: margin } = range
        if (discount !== null) expect(orders.some((one) => one.discount === discount)).toBe(true)
        if (margin !== null) expect(orders.some((one) => one.margin === margin)).toBe(true)
      }),
      { seed, numRuns: 1_000 },
    )
    expect([refused > 50, attained > 200]).toEqual([true, true])
  })

  test('are bounded for a project of 2,000 lines and hundreds of extras, by figures that none passes', () => {
    const lines = Array.from({ length: 2_000 }, (_, place) => ({
      id: id(1, place),
      section: 'Machines',
      quantity: '1',
      unitPrice: String(100 + ((place * 7919) % 83)),
      unitCost: String(60 + ((place * 104_729) % 71)),
      discountPercent: '0',
      alternativeToId: place % 2 === 0 ? null : id(1, place - 1),
    }))
    const extras = lines.slice(0, 300).map(({ section, alternativeToId, ...line }, place) => ({
      ...line,
      id: id(3, place),
      selected: false,
      customerSelectable: true,
      dependsOnItemId: null,
      dependsOnExtraId: place % 5 === 0 ? null : id(3, place - 1),
    }))
    const none = { deliveries: [], commissioning: [], milestones: [], roundsToCash: false }
    const project: OrderedProject = {
      ...{ discountKind: 'percent', discountValue: '10', taxCategory: null, taxPercent: '0', items: lines, extras },
      ...none,
    }
    const currency = { minorUnits: 2, cashStep: null }
    const range = orderRange(project, currency)
    // The highest cost and the lowest price of each two lines: no order has both, so the bound must not look better than any order.
    const pairs = Array.from({ length: 1_000 }, (_, place) => [lines[place * 2], lines[place * 2 + 1]])
    const cheapest = pairs.map((pair) => pair.map((one) => one?.unitPrice ?? '').toSorted(compareDecimals)[0] ?? '')
    expect(range.lowestSubtotal).toBe(written(total([exact('0.00'), ...cheapest.map(exact)])))
    const { marginPercent: offered } = priceProject(toPriceInput(project, currency))
    expect(lessThan(range.lowestMarginPercent ?? '', offered ?? '')).toBe(true)
    expect(range.highestDiscountPercent).toBe('10.00')
    expect([range.canBeGivenAway, range.missingCosts]).toEqual([false, 0])
  })
})

import { expect, test } from 'vitest'
import { type PricedLine, type PriceInput, priceProject } from './price-project.ts'

const SEED = 20261123
const PROJECTS = 100_000
const MONTHS = ['30', '60', '10'].map((percent, place) => ({ id: String(place), percent }))

/** Numbers from a seed: xorshift of 32 bits. */
function numbers(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % end
  }
}

const decimal = (units: number, scale: number) =>
  `${Math.floor(units / 10 ** scale)}.${String(units % 10 ** scale).padStart(scale, '0')}`

/** Few or many, with prices and quantities around the points where rounding turns. */
function anyProject(below: (end: number) => number): PriceInput {
  const line = (_: unknown, place: number): PricedLine => ({
    id: String(place),
    section: below(2) === 0 ? 'A' : 'B',
    quantity: decimal(1 + below(below(4) === 0 ? 10 ** 8 : 40_000), 4),
    unitPrice: decimal(below(below(3) === 0 ? 2 ** 31 : 20_000) * (below(2) === 0 ? 1 : 5), below(2) === 0 ? 2 : 6),
    unitCost: below(12) === 0 ? null : decimal(below(10 ** 7), 4),
    discountPercent: [0, 100, 12.5, 33.3333][below(6)]?.toString() ?? decimal(below(1_000_001), 4),
    counts: below(5) !== 0,
    tax: { category: 'standard', ratePercent: ['0', '19', '25', '7.7'][below(4)] ?? '0' },
  })
  return {
    minorUnits: [2, 2, 0, 3][below(4)] ?? 2,
    lines: Array.from({ length: below(6) }, line),
    discount: below(4) === 0 ? null : { kind: 'percent', value: decimal(below(1_000_001), 4) },
    milestones: MONTHS,
    cashStep: below(8) === 0 ? '0.05' : null,
  }
}

/** A decimal in units of ten to the power of minus `scale`. */
function unitsOf(text: string, scale: number): bigint {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

/** Half away from zero, written another way than the function that is tested: by the remainder. */
function halfAway(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend
  const whole = size / divisor + (2n * (size % divisor) >= divisor ? 1n : 0n)
  return dividend < 0n ? -whole : whole
}

/** All sums in the smallest units of the currency, as somebody with a pencil works them out: line by line, by the rules and no others. */
function recount({ lines, discount, minorUnits: d, cashStep }: PriceInput) {
  const cut = 10n ** BigInt(10 - d)
  const counted = lines.filter(({ counts }) => counts)
  const nets = counted.map(({ quantity, unitPrice, discountPercent }) => {
    const gross = halfAway(unitsOf(quantity, 4) * unitsOf(unitPrice, 6), cut)
    return gross - halfAway(gross * unitsOf(discountPercent, 4), 1_000_000n)
  })
  const subtotal = nets.reduce((sum, one) => sum + one, 0n)
  const off = discount === null ? 0n : halfAway(subtotal * unitsOf(discount.value, 4), 1_000_000n)
  const parts = nets.map((net) => (subtotal === 0n ? 0n : (off * net) / subtotal))
  // The cents that are left go one by one to who is furthest from the exact share; the earlier first.
  const lack = nets.map((net, place) => off * net - (parts[place] ?? 0n) * subtotal)
  for (let left = subtotal === 0n ? 0n : off - parts.reduce((sum, one) => sum + one, 0n); left > 0n; left--) {
    const most = lack.reduce((best, one, place) => (one > (lack[best] ?? 0n) ? place : best), 0)
    parts[most] = (parts[most] ?? 0n) + 1n
    lack[most] = -1n
  }
  const bases: Record<string, bigint> = {}
  for (const [place, { tax }] of counted.entries()) {
    const rate = tax?.ratePercent ?? '0'
    bases[rate] = (bases[rate] ?? 0n) + (nets[place] ?? 0n) - (parts[place] ?? 0n)
  }
  const taxes = Object.entries(bases).map(([rate, base]) => halfAway(base * unitsOf(rate, 4), 1_000_000n))
  const tax = taxes.reduce((sum, one) => sum + one, 0n)
  const net = subtotal - (subtotal === 0n ? 0n : off)
  const exact = net + tax
  // A twentieth, in thousandths, whatever the decimals of the currency are.
  const total =
    cashStep === null ? exact : halfAway(halfAway(exact * 10n ** BigInt(3 - d), 50n) * 50n, 10n ** BigInt(3 - d))
  const costs = counted.map(({ quantity, unitCost }) =>
    unitCost === null ? null : halfAway(unitsOf(quantity, 4) * unitsOf(unitCost, 6), cut),
  )
  const cost = costs.includes(null) ? null : costs.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
  return { subtotal, discount: subtotal - net, net, tax, total, cost, parts, nets }
}

test('100,000 projects have the sums that a plain recount finds, and their parts add up to them', () => {
  const below = numbers(SEED)
  const wrong: number[] = []
  for (let project = 0; project < PROJECTS; project++) {
    const input = anyProject(below)
    const price = priceProject(input)
    const expected = recount(input)
    const units = (text: string) => (text.startsWith('-') ? -1n : 1n) * unitsOf(text.replace('-', ''), input.minorUnits)
    const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + units(text), 0n)
    const counted = price.lines.filter((_, place) => input.lines[place]?.counts)
    const isRight =
      units(price.subtotal) === expected.subtotal &&
      units(price.discount) === expected.discount &&
      units(price.net) === expected.net &&
      units(price.tax) === expected.tax &&
      units(price.total) === expected.total &&
      (price.cost === null ? null : units(price.cost)) === expected.cost &&
      counted.every(({ net, projectDiscount }, place) => {
        return units(net) === expected.nets[place] && units(projectDiscount) === expected.parts[place]
      }) &&
      sum(Object.values(price.sections)) === expected.subtotal &&
      sum(counted.map(({ projectDiscount }) => projectDiscount)) === expected.discount &&
      sum(price.milestones.map(({ amount }) => amount)) === expected.total
    if (!isRight) wrong.push(project)
  }
  expect(wrong).toEqual([])
})

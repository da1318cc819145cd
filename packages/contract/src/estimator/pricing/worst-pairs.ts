import { type Integer, product, sum } from './integers.ts'

/** A line, with the extras that can be had with it and not without it. */
export interface Branch {
  id: string
  extras: Branch[]
}

/** What of a project is in every order, and what is chosen. */
export interface Choosable {
  fixed: string[]
  /** Lines with their alternatives: one of each is taken. */
  groups: Branch[][]
  /** Each may be left out. */
  extras: Branch[]
}

/** Two amounts of one order: it is the worse the lower the one and the higher the other is. */
export interface Pair {
  low: Integer
  high: Integer
}

/** Pairs of which no other is worse in both amounts. */
export interface WorstPairs {
  pairs: Pair[]
  /** Whether all of them are there; else those are that are the worst by some weight of the two amounts. */
  isWhole: boolean
}

type PairOf = (id: string) => Pair

/** Of more pairs, only those are kept that are the worst by some weight: they add up in number where all multiply. */
const MOST = 200
const NONE: Pair = { low: 0, high: 0 }

/** The worst pairs of all orders, by the first of the amounts. Neither amount of a line is negative. */
export function worstPairs({ fixed, groups, extras }: Choosable, pairOf: PairOf): WorstPairs {
  const always = worst([fixed.map(pairOf).reduce(added, NONE)])
  const chosen = groups.reduce((pairs, group) => both(pairs, oneOf(group, pairOf)), always)
  return withExtras(chosen, extras, pairOf)
}

/** The most that one order can come to. */
export function highestOf({ fixed, groups, extras }: Choosable, amountOf: (id: string) => Integer): Integer {
  const amount = (branch: Branch): Integer => branch.extras.map(amount).reduce(sum, amountOf(branch.id))
  const chosen = groups.map((group) => group.map(amount).reduce(greater))
  return [...fixed.map(amountOf), ...chosen, ...extras.map(amount)].reduce(sum, 0)
}

/** The least that an order can come to: no extra has to be taken. No amount is negative. */
export function lowestOf({ fixed, groups }: Choosable, amountOf: (id: string) => Integer): Integer {
  const least = groups.map((group) => group.map(({ id }) => amountOf(id)).reduce(lower))
  return [...fixed.map(amountOf), ...least].reduce(sum, 0)
}

/** Everything that is in some order. */
export function idsOf({ fixed, groups, extras }: Choosable): string[] {
  const ids = (branch: Branch): string[] => [branch.id, ...branch.extras.flatMap(ids)]
  return [...fixed, ...groups.flat().flatMap(ids), ...extras.flatMap(ids)]
}

function lower(one: Integer, other: Integer): Integer {
  return other < one ? other : one
}

function greater(one: Integer, other: Integer): Integer {
  return other > one ? other : one
}

function oneOf(branches: readonly Branch[], pairOf: PairOf): WorstPairs {
  return anyOf(branches.map(({ id, extras }) => withExtras(worst([pairOf(id)]), extras, pairOf)))
}

/** Each extra is taken or left out. */
function withExtras(before: WorstPairs, extras: readonly Branch[], pairOf: PairOf): WorstPairs {
  return extras.reduce((pairs, extra) => both(pairs, anyOf([worst([NONE]), oneOf([extra], pairOf)])), before)
}

function anyOf(parts: readonly WorstPairs[]): WorstPairs {
  return worst(
    parts.flatMap(({ pairs }) => pairs),
    parts.every(({ isWhole }) => isWhole),
  )
}

function both(one: WorstPairs, other: WorstPairs): WorstPairs {
  return worst(
    one.pairs.flatMap((first) => other.pairs.map((second) => added(first, second))),
    one.isWhole && other.isWhole,
  )
}

function added(one: Pair, other: Pair): Pair {
  return { low: sum(one.low, other.low), high: sum(one.high, other.high) }
}

function worst(pairs: readonly Pair[], isWhole = true): WorstPairs {
  const kept: Pair[] = []
  for (const pair of pairs.toSorted(byLow)) {
    const last = kept.at(-1)
    if (last === undefined || pair.high > last.high) kept.push(pair)
  }
  return kept.length > MOST ? { pairs: outermost(kept), isWhole: false } : { pairs: kept, isWhole }
}

function byLow(one: Pair, other: Pair): number {
  if (one.low !== other.low) return one.low < other.low ? -1 : 1
  return one.high > other.high ? -1 : one.high < other.high ? 1 : 0
}

/** The corners of the line around the pairs. A share of the two amounts has its extremes there. */
function outermost(pairs: readonly Pair[]): Pair[] {
  const corners: Pair[] = []
  for (const pair of pairs) {
    while (isWithin(corners.at(-2), corners.at(-1), pair)) corners.pop()
    corners.push(pair)
  }
  return corners
}

/** Whether the middle one is on the line between the others, or behind it. */
function isWithin(left: Pair | undefined, middle: Pair | undefined, right: Pair): boolean {
  if (left === undefined || middle === undefined) return false
  const rise = product(less(right.high, middle.high), less(middle.low, left.low))
  return rise >= product(less(middle.high, left.high), less(right.low, middle.low))
}

function less(one: Integer, other: Integer): Integer {
  return sum(one, product(other, -1))
}

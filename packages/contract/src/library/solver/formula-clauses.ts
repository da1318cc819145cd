import { negation, positive } from './bitset.ts'
import type { Lowering } from './lowering.ts'
import type { FormulaLiteral, FormulaRule, OptionGroup } from './model.ts'
import { type Comparison, type Interval, intervalsOf, verdictOf } from './number-spans.ts'

/** An option of a group by its numbers, ascending. */
interface Place {
  readonly literal: number
  readonly interval: Interval
}

/** Whether the number of a group is one of the place or a later one, for groups that formulas reckon with. */
interface ValueOrder {
  readonly places: readonly Place[]
  /** One for each place; the first is always true and has no literal. */
  readonly reaches: readonly number[]
}

/** Variables for the order of numbers and for comparisons, made where a formula first needs them. */
export class ValueOrders {
  readonly #lowering: Lowering
  readonly #groups: ReadonlyMap<string, OptionGroup>
  readonly #intervals: ReadonlyMap<string, Interval>
  readonly #orders = new Map<string, ValueOrder>()
  readonly #comparisons = new Map<string, number>()

  constructor(lowering: Lowering, groups: readonly OptionGroup[]) {
    this.#lowering = lowering
    this.#groups = new Map(groups.map((group) => [group.code, group]))
    this.#intervals = intervalsOf(groups)
  }

  /** The literal that holds where the comparison does. */
  literal(comparison: Comparison): number {
    const key = JSON.stringify([comparison.terms, comparison.relation, comparison.bound])
    let literal = this.#comparisons.get(key)
    if (literal === undefined) {
      literal = positive(this.#lowering.variable())
      this.#comparisons.set(key, literal)
      this.#define(literal, comparison)
    }
    return comparison.holds ? literal : negation(literal)
  }

  /** Says for which numbers it holds: one group after the other, as far as that is not settled; runs of the last one together. */
  #define(literal: number, comparison: Comparison): void {
    const codes = [...new Set(comparison.terms.flatMap(({ of }) => of))]
    const orders = codes.map((code) => ({ code, order: this.#order(code) }))
    orders.sort((one, other) => one.order.places.length - other.order.places.length)
    const fixed = new Map(this.#intervals)
    const walk = (depth: number, others: readonly number[]): void => {
      const verdict = verdictOf(comparison, (group) => fixed.get(group) as Interval)
      const next = orders[depth]
      if (verdict !== undefined || next === undefined) {
        this.#lowering.meaning([...others, verdict === 'holds' ? literal : negation(literal)])
        return
      }
      const { code, order } = next
      const all = fixed.get(code) as Interval
      if (depth < orders.length - 1) {
        for (const { literal: place, interval } of order.places) {
          fixed.set(code, interval)
          walk(depth + 1, [...others, negation(place)])
        }
      } else {
        const holds = order.places.map(({ interval: { least } }) => {
          fixed.set(code, { least, most: least })
          return verdictOf(comparison, (group) => pointOf(fixed.get(group) as Interval)) === 'holds'
        })
        for (const [from, to] of runsOf(holds)) {
          const within = [...outside(order, from, to), ...others]
          this.#lowering.meaning([...within, holds[from] ? literal : negation(literal)])
        }
      }
      fixed.set(code, all)
    }
    walk(0, [])
  }

  #order(code: string): ValueOrder {
    const known = this.#orders.get(code)
    if (known !== undefined) return known
    const options = this.#groups.get(code)?.options ?? []
    const places = options
      .flatMap(({ code: option, values }) =>
        values === undefined
          ? []
          : [{ literal: this.#lowering.literal(option), interval: { least: values.from, most: values.to } }],
      )
      .sort((one, other) => one.interval.least - other.interval.least)
    const reaches = places.map((_, index) => (index === 0 ? Number.NaN : positive(this.#lowering.variable())))
    const order = { places, reaches }
    this.#orders.set(code, order)
    for (const [index, { literal }] of places.entries()) {
      const [here, next] = [reaches[index] as number, reaches[index + 1]]
      if (index > 0) this.#lowering.meaning([negation(literal), here])
      if (next !== undefined) this.#lowering.meaning([negation(literal), negation(next)])
      if (index > 0 && next !== undefined) this.#lowering.meaning([negation(next), here])
      this.#lowering.meaning([literal, ...outside(order, index, index)])
    }
    return order
  }
}

/** One clause for each of the formula. */
export function lowerFormula(lowering: Lowering, orders: ValueOrders, { clauses }: FormulaRule): void {
  const literalOf = (one: FormulaLiteral) => {
    if ('terms' in one) return orders.literal(one)
    return one.taken ? lowering.literal(one.option) : negation(lowering.literal(one.option))
  }
  for (const clause of clauses) lowering.clause(clause.map(literalOf))
}

/** Literals of which one holds unless the number lies in one of these places. */
function outside({ reaches }: ValueOrder, from: number, to: number): number[] {
  const next = reaches[to + 1]
  return [...(from === 0 ? [] : [negation(reaches[from] as number)]), ...(next === undefined ? [] : [next])]
}

/** A span has more than one number only where they are all the same to the comparison. */
function pointOf({ least }: Interval): Interval {
  return { least, most: least }
}

/** The first and the last place of each run of equal answers. */
function runsOf(answers: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  for (const [index, answer] of answers.entries()) {
    const last = runs.at(-1)
    if (last !== undefined && answers[last[0]] === answer) last[1] = index
    else runs.push([index, index])
  }
  return runs
}

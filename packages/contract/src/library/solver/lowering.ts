import { negation, positive } from './bitset.ts'
import { lowerCombinations } from './combinations.ts'
import { applicability, attributesOf, limitOf } from './facts.ts'
import { lowerFormula, ValueOrders } from './formula-clauses.ts'
import type { CombinationsRule, Facts, OptionGroup, Rule, RuleModel, SumRule } from './model.ts'

/** What a reason can name: a group with its limits, a rule, or several rules of combinations over the same groups. */
export interface Part {
  readonly group?: string
  readonly rules: readonly string[]
  readonly facts: readonly string[]
}

/** At least one of the literals is true or, with `limit`, the weights of the true ones add up to `bound` at most. */
export interface Constraint {
  /** Index of the part it comes from; `ALWAYS` for what only says what a further variable means. */
  readonly part: number
  readonly literals: readonly number[]
  readonly limit?: { readonly weights: readonly number[]; readonly bound: number }
}

/** No part: what is so whatever rules count. */
export const ALWAYS = -1

/** A rule that cannot be judged for want of these attributes. */
export interface UnknownRule {
  readonly rule: string
  readonly attributes: readonly string[]
}

/** The first variables are the options in the order of the model; combinations add more behind them. */
export interface Lowered {
  readonly options: readonly string[]
  readonly variables: number
  readonly parts: readonly Part[]
  readonly constraints: readonly Constraint[]
  readonly unknownRules: readonly UnknownRule[]
}

/** Amounts are whole multiples of this, so that 0.1 and 0.2 add up to 0.3. */
export const AMOUNT_SCALE = 1_000_000

/** Collects parts, constraints and further variables while a model is lowered. */
export class Lowering {
  readonly parts: Part[] = []
  readonly constraints: Constraint[] = []
  readonly #variables = new Map<string, number>()
  #count = 0

  option(code: string): void {
    this.#variables.set(code, this.#count++)
  }

  variable(): number {
    return this.#count++
  }

  get variables(): number {
    return this.#count
  }

  /** The literal that says that the option is taken. The model was checked before, so that the code is known. */
  literal(code: string): number {
    return positive(this.#variables.get(code) ?? Number.NaN)
  }

  part(part: Part): void {
    this.parts.push(part)
  }

  clause(literals: readonly number[]): void {
    this.constraints.push({ part: this.parts.length - 1, literals })
  }

  /** A clause that no reason names, because it gives a further variable its meaning. */
  meaning(literals: readonly number[]): void {
    this.constraints.push({ part: ALWAYS, literals })
  }

  atMost(literals: readonly number[], bound: number, weights = literals.map(() => 1)): void {
    if (weights.reduce((sum, weight) => sum + weight, 0) <= bound) return
    if (bound < 0) this.clause([])
    else this.constraints.push({ part: this.parts.length - 1, literals, limit: { weights, bound } })
  }
}

/** Turns a well-formed model into clauses and limits over literals; rules that do not count for these facts are left out. */
export function lower(model: RuleModel, facts: Facts): Lowered {
  const lowering = new Lowering()
  const options = model.groups.flatMap((group) => group.options.map(({ code }) => code))
  for (const code of options) lowering.option(code)
  for (const group of model.groups) lowerGroup(lowering, group)
  const judged = model.rules.map((rule) => ({ rule, result: applicability(rule, facts) }))
  const rules = judged.filter(({ result }) => result.applies === 'yes').map(({ rule }) => rule)
  const orders = new ValueOrders(lowering, model.groups)
  for (const rule of rules) lowerRule(lowering, orders, rule, facts)
  lowerCombinations(lowering, rules.filter(isCombinations))
  const unknownRules = judged.flatMap(({ rule, result }) =>
    result.applies === 'unknown' ? [{ rule: rule.code, attributes: result.attributes }] : [],
  )
  const { parts, constraints, variables } = lowering
  return { options, variables, parts, constraints, unknownRules }
}

function lowerGroup(lowering: Lowering, { code, least, most, options }: OptionGroup): void {
  const literals = options.map((option) => lowering.literal(option.code))
  lowering.part({ group: code, rules: [], facts: [] })
  if (least === 1) lowering.clause(literals)
  else lowering.atMost(literals.map(negation), literals.length - least)
  lowering.atMost(literals, most)
}

function lowerRule(lowering: Lowering, orders: ValueOrders, rule: Rule, facts: Facts): void {
  if (rule.kind === 'combinations') return
  lowering.part({ rules: [rule.code], facts: attributesOf(rule) })
  const literals = (codes: readonly string[]) => codes.map((code) => lowering.literal(code))
  if (rule.kind === 'requires') lowering.clause([...literals(rule.options).map(negation), ...literals(rule.anyOf)])
  if (rule.kind === 'included') for (const literal of literals(rule.options)) lowering.clause([literal])
  if (rule.kind === 'unavailable') for (const literal of literals(rule.options)) lowering.clause([negation(literal)])
  if (rule.kind === 'atMost') lowering.atMost(literals([...new Set(rule.of)]), rule.most)
  if (rule.kind === 'sum') lowerSum(lowering, rule, facts)
  if (rule.kind === 'formula') lowerFormula(lowering, orders, rule)
  if (rule.kind !== 'excludes') return
  const refused = negation(lowering.literal(rule.option))
  for (const other of literals(rule.others)) lowering.clause([refused, negation(other)])
}

/** A negative amount counts as its opposite for leaving the option out. */
function lowerSum(lowering: Lowering, { amounts, most }: SumRule, facts: Facts): void {
  const entries = Object.entries(amounts)
    .map(([code, amount]) => ({ literal: lowering.literal(code), weight: Math.round(amount * AMOUNT_SCALE) }))
    .filter(({ weight }) => weight !== 0)
  const relief = entries.reduce((sum, { weight }) => sum + Math.max(0, -weight), 0)
  const bound = Math.floor((limitOf(most, facts) ?? Number.NaN) * AMOUNT_SCALE + 0.5) + relief
  lowering.atMost(
    entries.map(({ literal, weight }) => (weight > 0 ? literal : negation(literal))),
    bound,
    entries.map(({ weight }) => Math.abs(weight)),
  )
}

function isCombinations(rule: Rule): rule is CombinationsRule {
  return rule.kind === 'combinations'
}

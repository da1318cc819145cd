import Logic, { type Formula, type Solution } from 'logic-solver'
import { applies } from './brute-force.ts'
import type { Combination, CombinationsRule, Rule, RuleModel, SumRule } from './model.ts'
import type { RandomModel } from './random-models.ts'

/** Amounts of random models have one decimal. */
const TENTHS = 10

/** Setting one up takes long, so that many models share it; too many make each answer slow. */
const MODELS_OF_SOLVER = 25

/** What a solver of others says of the rules of a model; it shares nothing with ours but the model. */
export interface Oracle {
  /** A variable for the option. */
  option: (code: string) => Formula
  /** A configuration that obeys the rules and the formulas; null if nothing does. */
  find: (...formulas: Formula[]) => Solution | null
}

/** Gives each model its own variables in a solver that it shares with others: the rules hold as long as its name is assumed. */
export function* logicOracles(): Generator<Oracle, never, RandomModel> {
  let random = yield { option: (code) => code, find: () => null }
  for (;;) {
    const solver = new Logic.Solver()
    for (let number = 0; number < MODELS_OF_SOLVER; number++) {
      const name = `model${number}`
      const option = (code: string) => `${name}.${code}`
      solver.require(Logic.implies(name, Logic.and(Logic.TRUE, ...ruleFormulas(random, option))))
      random = yield { option, find: (...formulas) => solver.solveAssuming(Logic.and(name, ...formulas)) }
    }
  }
}

type Named = (code: string) => string

function ruleFormulas({ model, facts }: RandomModel, option: Named): Formula[] {
  const ofGroups = model.groups.flatMap(({ least, most, options }) => {
    const names = options.map(({ code }) => option(code))
    return [atMost(names, most), atLeast(names, least)]
  })
  const rules = model.rules.filter((rule) => applies(rule, facts))
  const ofRules = rules.flatMap((rule) => formulasOf(rule, option, (attribute) => Number(facts[attribute])))
  const ofTables = [...tablesOf(rules)].map((rows) => tableFormula(rows, model, option))
  return [...ofGroups, ...ofRules, ...ofTables]
}

function atMost(names: readonly string[], most: number): Formula {
  if (most >= names.length) return Logic.TRUE
  return most === 1 ? Logic.atMostOne(...names) : Logic.lessThanOrEqual(countOf(names), Logic.constantBits(most))
}

function atLeast(names: readonly string[], least: number): Formula {
  if (least === 0) return Logic.TRUE
  return least === 1 ? Logic.or(...names) : Logic.greaterThanOrEqual(countOf(names), Logic.constantBits(least))
}

function countOf(names: readonly string[]): object {
  return Logic.weightedSum(
    [...names],
    names.map(() => 1),
  )
}

function formulasOf(rule: Rule, option: Named, factOf: (attribute: string) => number): Formula[] {
  switch (rule.kind) {
    case 'requires':
      return [Logic.implies(Logic.and(...rule.options.map(option)), Logic.or(...rule.anyOf.map(option)))]
    case 'excludes':
      return rule.others.map((other) => Logic.not(Logic.and(option(rule.option), option(other))))
    case 'included':
      return rule.options.map(option)
    case 'unavailable':
      return rule.options.map((code) => Logic.not(option(code)))
    case 'atMost':
      return [atMost([...new Set(rule.of)].map(option), rule.most)]
    case 'sum':
      return [sumFormula(rule, option, typeof rule.most === 'number' ? rule.most : factOf(rule.most.attribute))]
    case 'combinations':
    // Random models have no formulas: their own test tries every configuration.
    case 'formula':
      return []
  }
}

/** Weights must not be negative: leaving an option out counts as much as taking it would take away. */
function sumFormula({ amounts }: SumRule, option: Named, most: number): Formula {
  const entries = Object.entries(amounts).map(([code, amount]) => ({ code, weight: Math.round(amount * TENTHS) }))
  const relief = entries.reduce((sum, { weight }) => sum + Math.max(0, -weight), 0)
  const bound = Math.round(most * TENTHS) + relief
  if (bound < 0) return Logic.FALSE
  const sum = Logic.weightedSum(
    entries.map(({ code, weight }) => (weight < 0 ? Logic.not(option(code)) : option(code))),
    entries.map(({ weight }) => Math.abs(weight)),
  )
  return Logic.lessThanOrEqual(sum, Logic.constantBits(bound))
}

/** Rules over the same groups are one table. */
function tablesOf(rules: readonly Rule[]): Iterable<Combination[]> {
  const combinations = rules.filter((rule): rule is CombinationsRule => rule.kind === 'combinations')
  const keyOf = ({ allowed }: CombinationsRule) =>
    [...new Set(allowed.flatMap((row) => Object.keys(row)))].sort().join()
  return [...Map.groupBy(combinations, keyOf).values()].map((together) => together.flatMap(({ allowed }) => allowed))
}

/** A row has all that is taken of what the table names, or nothing is taken of what it names of a group. */
function tableFormula(rows: readonly Combination[], { groups }: RuleModel, option: Named): Formula {
  const namedOf = ({ code, options }: RuleModel['groups'][number]) =>
    options.map((one) => one.code).filter((one) => rows.some((row) => row[code]?.includes(one)))
  const over = groups.filter(({ code }) => rows.some((row) => row[code] !== undefined))
  const silent = over.map((group) => Logic.not(Logic.or(Logic.FALSE, ...namedOf(group).map(option))))
  const allowed = rows.map((row) => {
    const refused = over.flatMap((group) => namedOf(group).filter((one) => row[group.code]?.includes(one) === false))
    return Logic.not(Logic.or(Logic.FALSE, ...refused.map(option)))
  })
  return Logic.or(...silent, ...allowed)
}

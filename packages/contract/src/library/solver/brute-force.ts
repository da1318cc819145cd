import { AMOUNT_SCALE } from './lowering.ts'
import type { Combination, Condition, Configuration, Facts, Rule, RuleModel } from './model.ts'

/** The rules read as people read them, without any of the solver: what its tests compare with. */
export function obeys(model: RuleModel, facts: Facts, taken: ReadonlySet<string>): boolean {
  const groups = model.groups.every(({ least, most, options }) => {
    const count = options.filter(({ code }) => taken.has(code)).length
    return count >= least && count <= most
  })
  if (!groups) return false
  const rules = model.rules.filter((rule) => applies(rule, facts))
  return rules.every((rule) => allows(rule, facts, taken)) && combinationsAllow(rules, taken)
}

/** Every configuration that obeys the rules: two to the power of the options are tried. */
export function allSolutions(model: RuleModel, facts: Facts): Set<string>[] {
  const options = model.groups.flatMap((group) => group.options.map(({ code }) => code))
  return Array.from({ length: 2 ** options.length }, (_, number) => {
    return new Set(options.filter((_, index) => (number >> index) & 1))
  }).filter((taken) => obeys(model, facts, taken))
}

/** Whether a configuration has all that the person chose. */
export function agrees({ chosen, declined }: Configuration): (taken: ReadonlySet<string>) => boolean {
  return (taken) => chosen.every((option) => taken.has(option)) && !declined.some((option) => taken.has(option))
}

/** Whether a rule counts; one that asks for what is not known does not. */
export function applies(rule: Rule, facts: Facts): boolean {
  const limitKnown = rule.kind !== 'sum' || typeof rule.most === 'number' || facts[rule.most.attribute] !== undefined
  return limitKnown && (rule.when ?? []).every((condition) => meets(condition, facts))
}

function meets({ attribute, oneOf, atLeast, atMost }: Condition, facts: Facts): boolean {
  const value = facts[attribute]
  if (value === undefined || (oneOf !== undefined && !oneOf.includes(value))) return false
  if (atLeast !== undefined && !(Number(value) >= atLeast)) return false
  return atMost === undefined || Number(value) <= atMost
}

function allows(rule: Rule, facts: Facts, taken: ReadonlySet<string>): boolean {
  const has = (option: string) => taken.has(option)
  switch (rule.kind) {
    case 'requires':
      return !rule.options.every(has) || rule.anyOf.some(has)
    case 'excludes':
      return !has(rule.option) || !rule.others.some(has)
    case 'atMost':
      return new Set(rule.of.filter(has)).size <= rule.most
    case 'included':
      return rule.options.every(has)
    case 'unavailable':
      return !rule.options.some(has)
    case 'combinations':
    // Random models have no formulas: their own test tries every configuration.
    case 'formula':
      return true
    case 'sum': {
      const most = typeof rule.most === 'number' ? rule.most : Number(facts[rule.most.attribute])
      const amounts = Object.entries(rule.amounts).filter(([option]) => has(option))
      const sum = amounts.reduce((total, [, amount]) => total + BigInt(Math.round(amount * AMOUNT_SCALE)), 0n)
      return sum <= BigInt(Math.round(most * AMOUNT_SCALE))
    }
  }
}

/** Rules over the same groups are one table: some row has all that is taken of what the table names. */
function combinationsAllow(rules: readonly Rule[], taken: ReadonlySet<string>): boolean {
  const tables = new Map<string, Combination[]>()
  for (const rule of rules) {
    if (rule.kind !== 'combinations') continue
    const key = [...new Set(rule.allowed.flatMap((row) => Object.keys(row)))].sort().join()
    tables.set(key, [...(tables.get(key) ?? []), ...rule.allowed])
  }
  return [...tables].every(([key, rows]) => {
    const takenOf = key.split(',').map((group) => {
      const named = new Set(rows.flatMap((row) => row[group] ?? []))
      return { group, options: [...taken].filter((option) => named.has(option)) }
    })
    if (takenOf.some(({ options }) => options.length === 0)) return true
    return rows.some((row) =>
      takenOf.every(({ group, options }) => options.every((one) => row[group]?.includes(one) ?? true)),
    )
  })
}

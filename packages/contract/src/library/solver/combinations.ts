import { negation, positive } from './bitset.ts'
import { attributesOf } from './facts.ts'
import type { Lowering } from './lowering.ts'
import type { Combination, CombinationsRule } from './model.ts'

/** A variable of its own for a combination, or for the silence about a group, and the options that it forbids. */
interface Alternative {
  readonly literal: number
  readonly forbids: ReadonlySet<string>
}

/**
 * Lowers rules of allowed combinations, those over the same groups together: what any of them allows is allowed. One of the combinations
 * holds, or of one of the groups no option is taken that they name.
 */
export function lowerCombinations(lowering: Lowering, rules: readonly CombinationsRule[]): void {
  for (const together of rulesByGroups(rules).values()) {
    const facts = [...new Set(together.flatMap(attributesOf))]
    lowering.part({ rules: together.map(({ code }) => code), facts })
    lowerTable(
      lowering,
      together.flatMap(({ allowed }) => allowed),
    )
  }
}

/** The options that combinations name, by group. */
export function namedOptions(combinations: readonly Combination[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const combination of combinations)
    for (const [group, options] of Object.entries(combination))
      named.set(group, new Set([...(named.get(group) ?? []), ...options]))
  return named
}

/** Keeps the order of the rules; the key is the sorted list of the groups that a rule names. */
export function rulesByGroups(rules: readonly CombinationsRule[]): Map<string, CombinationsRule[]> {
  const found = new Map<string, CombinationsRule[]>()
  for (const rule of rules) {
    const key = JSON.stringify([...namedOptions(rule.allowed).keys()].sort())
    found.set(key, [...(found.get(key) ?? []), rule])
  }
  return found
}

function lowerTable(lowering: Lowering, combinations: readonly Combination[]): void {
  const named = namedOptions(combinations)
  const alternatives = [
    ...combinations.map((combination) => alternative(lowering, forbidden(named, combination))),
    ...[...named.values()].map((options) => alternative(lowering, options)),
  ]
  lowering.clause(alternatives.map(({ literal }) => literal))
  // The rest follows from the clause; it lets propagation see that an option has no combination left.
  for (const option of new Set([...named.values()].flatMap((options) => [...options]))) {
    const left = alternatives.filter(({ forbids }) => !forbids.has(option)).map(({ literal }) => literal)
    lowering.clause([negation(lowering.literal(option)), ...left])
  }
}

/** A combination says nothing of a group that it leaves out. */
function forbidden(named: ReadonlyMap<string, Set<string>>, combination: Combination): Set<string> {
  const result = new Set<string>()
  for (const [group, options] of named) {
    const allowed = Object.hasOwn(combination, group) ? combination[group] : undefined
    if (allowed !== undefined) for (const option of options) if (!allowed.includes(option)) result.add(option)
  }
  return result
}

function alternative(lowering: Lowering, forbids: ReadonlySet<string>): Alternative {
  const literal = positive(lowering.variable())
  for (const option of forbids) lowering.clause([negation(literal), negation(lowering.literal(option))])
  return { literal, forbids }
}

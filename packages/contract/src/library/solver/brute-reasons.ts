import { agrees, allSolutions } from './brute-force.ts'
import { rulesByGroups } from './combinations.ts'
import type { RuleReason } from './explanation.ts'
import type { Choice, Configuration, RuleModel } from './model.ts'
import type { RandomModel } from './random-models.ts'

/** Whether these choices can be had under all rules. */
export function possible({ model, facts }: RandomModel, choices: readonly Choice[]): boolean {
  return allSolutions(model, facts).some(agrees(asConfiguration(choices)))
}

/** Whether rules and groups of a reason leave no way for these choices, and every one of them is needed for that. */
export function isMinimalReason(
  random: RandomModel,
  { rules, groups }: RuleReason,
  choices: readonly Choice[],
): boolean {
  const under = (someRules: readonly string[], someGroups: readonly string[]) =>
    possible({ ...random, model: only(random.model, someRules, someGroups) }, choices)
  if (under(rules, groups)) return false
  return (
    rules.every((rule) =>
      under(
        rules.filter((other) => !togetherWith(random.model, rule).includes(other)),
        groups,
      ),
    ) &&
    groups.every((group) =>
      under(
        rules,
        groups.filter((other) => other !== group),
      ),
    )
  )
}

/** Whether the rules and groups of a reason leave no way for these choices; more may be named than needed. */
export function leavesNothing(random: RandomModel, { rules, groups }: RuleReason, choices: readonly Choice[]): boolean {
  return !possible({ ...random, model: only(random.model, rules, groups) }, choices)
}

/** Whether these choices contradict the fixed ones, and each is needed for that. */
export function areMinimalChoices(random: RandomModel, choices: readonly Choice[], fixed: readonly Choice[]): boolean {
  if (possible(random, [...choices, ...fixed])) return false
  return choices.every((one) => possible(random, [...choices.filter((other) => other !== one), ...fixed]))
}

export function asConfiguration(choices: readonly Choice[]): Configuration {
  const some = (taken: boolean) => choices.filter((choice) => choice.taken === taken).map(({ option }) => option)
  return { chosen: some(true), declined: some(false) }
}

function only(model: RuleModel, rules: readonly string[], groups: readonly string[]): RuleModel {
  return {
    groups: model.groups.map((group) =>
      groups.includes(group.code) ? group : { ...group, least: 0, most: group.options.length },
    ),
    rules: model.rules.filter(({ code }) => rules.includes(code)),
  }
}

/** Rules of combinations over the same groups are one. */
function togetherWith({ rules }: RuleModel, code: string): string[] {
  const tables = [...rulesByGroups(rules.filter((rule) => rule.kind === 'combinations')).values()]
  return tables.map((table) => table.map((rule) => rule.code)).find((table) => table.includes(code)) ?? [code]
}

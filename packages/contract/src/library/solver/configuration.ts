import { type CompiledRules, groupOf } from './compiled-rules.ts'
import type { Choice, Configuration } from './model.ts'

export const emptyConfiguration: Configuration = { chosen: [], declined: [] }

/** The own choices, first those that take an option, each in the order of the clicks. */
export function choicesOf({ chosen, declined }: Configuration): Choice[] {
  return [...chosen.map((option) => ({ option, taken: true })), ...declined.map((option) => ({ option, taken: false }))]
}

/**
 * The configuration after a click: takes an option or leaves it out. In a group of which at most one is taken a choice replaces the one before
 * it. Nothing else changes; whether the result is possible is for `choiceStates` to say.
 */
export function choose(rules: CompiledRules, configuration: Configuration, { option, taken }: Choice): Configuration {
  const { chosen, declined } = withdraw(configuration, option)
  if (!taken) return { chosen, declined: [...declined, option] }
  const group = groupOf(rules, option)
  const replaced = group?.most === 1 ? chosen.filter((other) => groupOf(rules, other) === group) : []
  return { chosen: [...chosen.filter((other) => !replaced.includes(other)), option], declined }
}

/** The configuration without an own choice about the option. */
export function withdraw({ chosen, declined }: Configuration, option: string): Configuration {
  return { chosen: chosen.filter((code) => code !== option), declined: declined.filter((code) => code !== option) }
}

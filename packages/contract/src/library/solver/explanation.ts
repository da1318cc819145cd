import { type ChoiceState, choiceStates, preferredOptions } from './choice-states.ts'
import { type CompiledRules, canHold, partsCanHold } from './compiled-rules.ts'
import { choicesOf, choose } from './configuration.ts'
import type { Part } from './lowering.ts'
import type { Choice, Configuration } from './model.ts'
import { quickXplain } from './quick-xplain.ts'

/** Rules, limits of groups and facts that together leave no other way; each rule and group is needed. */
export interface RuleReason {
  readonly rules: readonly string[]
  /** Groups whose least or most is part of it. */
  readonly groups: readonly string[]
  /** Attributes of the machine on which these rules depend. */
  readonly facts: readonly string[]
}

/** Why an option is in its state. Words are made of it where it is shown. */
export interface Reason extends RuleReason {
  readonly option: string
  readonly state: ChoiceState
  /** The own choices that lead to it, each of which is needed. None: it would be so without any choice. */
  readonly choices: readonly Choice[]
  /** The preferred options that lead to it: for the state 'default' only. */
  readonly defaults: readonly string[]
  /** False where the search was given up on the way, so that less may do. */
  readonly isMinimal: boolean
}

const NOTHING: RuleReason = { rules: [], groups: [], facts: [] }

/**
 * Why an option is implied, default or excluded: a minimal set of own choices and, with these, a minimal set of rules. Both by QuickXplain
 * (Junker 2004), earlier choices and rules first. What is chosen or free needs no reason: its sets are empty.
 *
 * @returns undefined where the own choices contradict each other
 * @throws RangeError for an option that the model does not have
 */
export function explainChoice(rules: CompiledRules, configuration: Configuration, option: string): Reason | undefined {
  const state = choiceStates(rules, configuration)?.states.get(option)
  if (state === undefined) return rules.variables.has(option) ? undefined : unknownOption(option)
  const none = { option, state, choices: [], defaults: [], isMinimal: true, ...NOTHING }
  if (state === 'chosen' || state === 'free') return none
  const goal: Choice = { option, taken: state === 'excluded' }
  const own = choicesOf(goal.taken ? choose(rules, configuration, goal) : configuration).filter(isNot(goal))
  const defaults = state === 'default' ? preferredOptions(rules, configuration) : []
  if (defaults.includes(option)) return { ...none, defaults: [option] }
  const soft = defaults.map((code) => ({ option: code, taken: true }))
  const { culprits, isMinimal } = explainContradiction(rules, [...own, ...soft], [goal])
  const { reason, isMinimal: rulesAreMinimal } = explainByRules(rules, [...culprits, goal])
  return {
    option,
    state,
    choices: culprits.filter((choice) => own.includes(choice)),
    defaults: culprits.filter((choice) => soft.includes(choice)).map((choice) => choice.option),
    isMinimal: isMinimal && rulesAreMinimal,
    ...reason,
  }
}

/** A minimal set of choices that cannot be had together with those that are fixed; empty where these cannot be had at all. */
export function explainContradiction(rules: CompiledRules, choices: readonly Choice[], fixed: readonly Choice[]) {
  let isMinimal = true
  const culprits = quickXplain(choices, (some) => {
    const possible = canHold(rules, [...some, ...fixed])
    if (possible === 'undecided') isMinimal = false
    return possible !== false
  })
  return { culprits: culprits ?? [], contradicts: culprits !== undefined, isMinimal }
}

/**
 * A minimal set of rules and groups under which these choices cannot be had together.
 *
 * @param parts what to look among
 * @returns `reason` undefined where they can
 */
export function contradictingParts(rules: CompiledRules, choices: readonly Choice[], parts: readonly Part[]) {
  let isMinimal = true
  const found = quickXplain(parts, (some) => {
    const possible = partsCanHold(rules, new Set(some), choices)
    if (possible === 'undecided') isMinimal = false
    return possible !== false
  })
  return { parts: found, isMinimal }
}

/** What the parts of a contradiction are called. */
export function reasonOf(parts: readonly Part[]): RuleReason {
  return {
    rules: parts.flatMap((part) => part.rules),
    groups: parts.flatMap(({ group }) => (group === undefined ? [] : [group])),
    facts: [...new Set(parts.flatMap((part) => part.facts))],
  }
}

export function explainByRules(rules: CompiledRules, choices: readonly Choice[]) {
  // Rules say more to people than limits of groups, so they are preferred.
  const parts = [...rules.lowered.parts].sort((a, b) => Number(b.rules.length > 0) - Number(a.rules.length > 0))
  const { parts: found, isMinimal } = contradictingParts(rules, choices, parts)
  return { reason: found === undefined ? NOTHING : reasonOf(found), isMinimal: isMinimal && found !== undefined }
}

function isNot(goal: Choice) {
  return (choice: Choice) => choice.option !== goal.option
}

function unknownOption(option: string): never {
  throw new RangeError(`There is no option ${option}.`)
}

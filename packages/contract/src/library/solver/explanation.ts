import { type ChoiceState, choiceStates, preferredOptions } from './choice-states.ts'
import { type CompiledRules, canHold, knownOption, partsCanHold, partsInTheWay, withSteps } from './compiled-rules.ts'
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

/** Steps for the choices of a reason, for its rules, and for swaps: about 40 ms each, enough for chains of about 200 options. */
export const REASON_STEPS = 50_000

const NOTHING: RuleReason = { rules: [], groups: [], facts: [] }

/**
 * Why an option is implied, default or excluded: a minimal set of own choices and, with these, a minimal set of rules. Both by QuickXplain
 * (Junker 2004), earlier choices and rules first. What is chosen or free needs no reason: its sets are empty.
 *
 * @param steps what it may take of the budget of the rules, for its choices and as many again for its rules; past it the sets are not minimal
 * @returns undefined where the own choices contradict each other
 * @throws RangeError for an option that the model does not have
 */
export function explainChoice(
  rules: CompiledRules,
  configuration: Configuration,
  option: string,
  steps = REASON_STEPS,
): Reason | undefined {
  const state = choiceStates(rules, configuration)?.states.get(knownOption(rules, option) ?? option)
  if (state === undefined) return knownOption(rules, option) ? undefined : unknownOption(option)
  const none = { option, state, choices: [], defaults: [], isMinimal: true, ...NOTHING }
  if (state === 'chosen' || state === 'free') return none
  const goal: Choice = { option, taken: state === 'excluded' }
  const own = choicesOf(goal.taken ? choose(rules, configuration, goal) : configuration).filter(isNot(goal))
  const defaults = state === 'default' ? preferredOptions(rules, configuration) : []
  if (defaults.includes(option)) return { ...none, defaults: [option] }
  const soft = defaults.map((code) => ({ option: code, taken: true }))
  const explain = () => explainContradiction(rules, [...own, ...soft], [goal])
  const { culprits, isMinimal } = withSteps(rules, steps, explain)
  const byRules = () => explainByRules(rules, [...culprits, goal])
  const { reason, isMinimal: rulesAreMinimal } = withSteps(rules, steps, byRules)
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
    if (!isMinimal) return true
    const possible = canHold(rules, [...some, ...fixed])
    if (possible === 'undecided') isMinimal = false
    return possible !== false
  })
  return { culprits: culprits ?? [], contradicts: culprits !== undefined, isMinimal }
}

/**
 * A minimal set of rules and groups under which these choices cannot be had together. Where the steps do not suffice for one: those from which the
 * search saw it, which are enough but perhaps more than needed.
 *
 * @param parts what to look among
 * @returns `parts` undefined where they can
 */
export function contradictingParts(rules: CompiledRules, choices: readonly Choice[], parts: readonly Part[]) {
  let isMinimal = true
  let enough: readonly Part[] | undefined
  const found = quickXplain(parts, (some) => {
    // Once a question was given up the others would be too.
    if (!isMinimal) return true
    const possible = partsCanHold(rules, new Set(some), choices)
    if (possible === 'undecided') isMinimal = false
    if (possible === false) enough ??= partsInTheWay(rules)
    return possible !== false
  })
  return { parts: isMinimal ? found : enough, isMinimal }
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

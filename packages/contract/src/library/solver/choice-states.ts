import { addAll, type Bits, has, negation, positive } from './bitset.ts'
import { assumeChoices, type CompiledRules, groupOf, knownOption, literalOf } from './compiled-rules.ts'
import { choicesOf, choose } from './configuration.ts'
import type { Configuration, Option } from './model.ts'
import type { Order } from './search.ts'

/**
 * chosen: the person took it. implied: own choices and rules leave nothing else. default: taken for now because it, or what needs it, is preferred;
 * any click may displace it. free: can be taken with one click; of a 'choose one' group it replaces the own choice there. excluded: cannot
 * be taken beside the own choices.
 */
export type ChoiceState = 'chosen' | 'implied' | 'default' | 'free' | 'excluded'

export interface ChoiceStates {
  readonly states: ReadonlyMap<string, ChoiceState>
  /** Groups of which fewer options than their least are chosen, implied or default: questions without an answer yet. */
  readonly openGroups: readonly string[]
  /** Options about which the search was given up. They count as excluded, so that no click leads to a dead end. */
  readonly undecided: readonly string[]
}

/** What can hold beside the own choices. */
interface Horizon {
  /** The own choices. */
  readonly own: readonly number[]
  /** All that must hold. */
  readonly must: Bits
  /** All that holds in one of the configurations that were found. */
  readonly can: Bits
  /** The suggested configuration. */
  readonly suggested: Bits
  readonly undecided: Set<string>
}

/**
 * The state of every option after a click, exact: an option is excluded only where no configuration with the own choices takes it, and implied only
 * where each one does. So whatever is not excluded can be clicked, and a possible configuration is reached.
 *
 * It searches a configuration for what propagation leaves open, and each one found answers for many options. Deterministic: the same
 * input gives the same states.
 *
 * @returns undefined where the own choices contradict each other or the rules, for instance under newer rules, see `settleConfiguration`; also
 * where the first search was given up at its bound, which leaves that open
 */
export function choiceStates(rules: CompiledRules, configuration: Configuration): ChoiceStates | undefined {
  const horizon = explore(rules, configuration)
  if (horizon === undefined) return undefined
  const byDefault = defaultsOf(rules, horizon)
  const states = new Map<string, ChoiceState>()
  const own = ownContext(rules, configuration, horizon)
  for (const [option, variable] of rules.variables) {
    const taken = positive(variable)
    if (own.chosen.has(option)) states.set(option, 'chosen')
    else if (has(horizon.must, taken)) states.set(option, 'implied')
    else if (has(byDefault, taken)) states.set(option, 'default')
    else states.set(option, own.canTake(option) ? 'free' : 'excluded')
  }
  return { states, openGroups: openGroups(rules, states), undecided: [...horizon.undecided] }
}

/** The options that are suggested by preference, without own choices and what follows from those. */
export function preferredOptions(rules: CompiledRules, configuration: Configuration): readonly string[] {
  const bits = assumeChoices(rules, choicesOf(configuration))
  const suggested = bits && rules.search.solve(literalsOf(rules, configuration), rules.preferredOrder)
  if (bits === undefined || typeof suggested !== 'object') return []
  return preferred(rules).filter((option) => {
    const literal = literalOf(rules, { option, taken: true })
    return has(suggested, literal) && !has(bits, literal)
  })
}

function explore(rules: CompiledRules, configuration: Configuration): Horizon | undefined {
  const must = assumeChoices(rules, choicesOf(configuration))
  const own = literalsOf(rules, configuration)
  const suggested = must && rules.search.solve(own, rules.preferredOrder)
  if (must === undefined || typeof suggested !== 'object') return undefined
  const horizon = { own, must, can: suggested.slice(), suggested, undecided: new Set<string>() }
  // Only whether it can be taken matters first: an option that cannot is out, and that settles others.
  for (const [option, variable] of rules.variables) lookFor(rules, horizon, option, positive(variable))
  for (const [option, variable] of rules.variables) lookFor(rules, horizon, option, negation(positive(variable)))
  return horizon
}

/** Looks for a configuration with the literal, unless it is known whether there is one. */
function lookFor(rules: CompiledRules, { own, must, can, undecided }: Horizon, option: string, literal: number): void {
  if (has(can, literal) || has(must, negation(literal))) return
  const isRefuted = !rules.propagation.assume(must.slice(), literal)
  const outcome = isRefuted ? 'none' : rules.search.solve([...own, literal], unseenOrder(rules, can))
  if (outcome === 'undecided') undecided.add(option)
  else if (outcome === 'none') rules.propagation.assume(must, negation(literal))
  else addAll(can, outcome)
}

/** Prefers what no configuration had so far, so that each one answers for as many options as possible. */
function unseenOrder({ preferredOrder }: CompiledRules, can: Bits): Order {
  const literals = preferredOrder.literals.map((literal) => {
    const taken = literal & ~1
    return has(can, taken) ? negation(taken) : taken
  })
  return { literals, fixed: 0 }
}

function literalsOf(rules: CompiledRules, configuration: Configuration): number[] {
  return choicesOf(configuration).map((choice) => literalOf(rules, choice))
}

/** What holds with the preferred options of the suggestion, and what follows from them at once. */
function defaultsOf(rules: CompiledRules, { must, suggested }: Horizon): Bits {
  const bits = must.slice()
  for (const option of preferred(rules)) {
    const literal = literalOf(rules, { option, taken: true })
    if (has(suggested, literal)) rules.propagation.assume(bits, literal)
  }
  return bits
}

function preferred(rules: CompiledRules): string[] {
  return rules.model.groups.flatMap(({ options }) =>
    options.filter(({ preference = 0 }) => preference > 0).map(({ code }) => code),
  )
}

/** Answers for options whose click withdraws an own choice: it is judged without that one. */
function ownContext(rules: CompiledRules, configuration: Configuration, horizon: Horizon) {
  const known = (option: string) => knownOption(rules, option) ?? option
  const chosen = new Set(configuration.chosen.map(known))
  const declined = new Set(configuration.declined.map(known))
  const answered = new Set(configuration.chosen.map((option) => groupOf(rules, option)))
  const order = suggestedOrder(rules, horizon.suggested)
  const canTake = (option: string): boolean => {
    const group = rules.groups.get(option)
    const replaces = declined.has(option) || (group?.most === 1 && answered.has(group))
    if (!replaces) return has(horizon.can, literalOf(rules, { option, taken: true }))
    const clicked = choose(rules, configuration, { option, taken: true })
    const outcome = rules.search.solve(literalsOf(rules, clicked), order)
    if (outcome === 'undecided') horizon.undecided.add(option)
    return typeof outcome === 'object'
  }
  return { chosen, canTake }
}

function suggestedOrder({ preferredOrder }: CompiledRules, suggested: Bits): Order {
  return {
    literals: preferredOrder.literals.map((literal) => (has(suggested, literal) ? literal : negation(literal))),
    fixed: 0,
  }
}

function openGroups({ model }: CompiledRules, states: ReadonlyMap<string, ChoiceState>): string[] {
  const isAnswered = ({ code, values }: Option) => {
    const state = states.get(code) ?? 'free'
    // Of a span that rules leave alone the number is still open.
    return state === 'chosen' || (['implied', 'default'].includes(state) && values?.from === values?.to)
  }
  return model.groups.filter(({ least, options }) => options.filter(isAnswered).length < least).map(({ code }) => code)
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MachineConfiguration, WholeRuleRevision } from '@packhouse/contract'
import {
  type ChoiceState,
  type ChoiceStates,
  type CompiledRules,
  type Configuration,
  choiceStates,
  compileRules,
  explainChoice,
  findSwaps,
  knownOption,
  numberOf,
  type Reason,
  type RuleReason,
  type Settlement,
  type Swaps,
  settleConfiguration,
  withdraw,
} from '@packhouse/contract/configurator'
import type { LibraryLimits } from '../../platform/library-limits.ts'
import { configuredLeadTime, configuredPrice } from './price.ts'
import { STYLE_FACT } from './rule-content.ts'

export interface ConfigurationInput {
  revision: WholeRuleRevision
  configuration: Configuration
  styleId: string | null
  /** Options whose reasons come first. */
  explain: readonly string[]
  /** As YYYY-MM-DD. */
  today: string
  limits: LibraryLimits
}

type Configured = MachineConfiguration['options'][number]

/** Swaps of one option at most. */
const SWAPS = 3

const EXPLAINED: readonly ChoiceState[] = ['implied', 'default', 'excluded']

/**
 * The state of every option after some choices, with reasons, swaps, price and lead time; choices that are illegal under the revision are named in
 * its place. Work is bounded by steps, and gives way to other requests between two reasons.
 */
export async function configure(input: ConfigurationInput): Promise<MachineConfiguration> {
  const { revision, configuration, limits, styleId, today } = input
  const { content } = revision
  const facts = { ...content.facts, ...(styleId === null ? {} : { [STYLE_FACT]: styleId }) }
  const rules = compileRules(content.model, facts, undefined, { steps: limits.configurationSteps, reserve: 0 })
  const known = knownChoices(rules, configuration)
  const result = choiceStates(rules, known)
  const isWhole =
    known.chosen.length + known.declined.length === configuration.chosen.length + configuration.declined.length
  const settlement = result !== undefined && isWhole ? null : toldSettlement(settleConfiguration(rules, configuration))
  const { options, leftOut } =
    result === undefined ? { options: [], leftOut: 0 } : await explained(rules, known, result, input)
  const taken = takenOptions(result)
  const unknownRules = rules.unknownRules.map(({ rule, attributes }) => ({ rule, facts: [...attributes] }))
  const named = new Set([
    ...options.flatMap(({ reason }) => reason?.rules ?? []),
    ...(settlement?.reason.rules ?? []),
    ...unknownRules.map(({ rule }) => rule),
  ])
  return {
    revision: { number: revision.number, hash: revision.hash, isCurrent: revision.isCurrent },
    isPossible: result !== undefined,
    options,
    openGroups: [...(result?.openGroups ?? [])],
    undecided: [...(result?.undecided ?? [])],
    unknownRules,
    rules: content.rules.filter(({ code }) => named.has(code)),
    reasonsLeftOut: leftOut,
    price: result === undefined ? null : configuredPrice(content, taken),
    leadTime: result === undefined ? null : configuredLeadTime(content, taken, today),
    settlement,
  }
}

function knownChoices(rules: CompiledRules, configuration: Configuration): Configuration {
  const unknown = [...configuration.chosen, ...configuration.declined].filter(
    (id) => knownOption(rules, id) === undefined,
  )
  return unknown.reduce(withdraw, configuration)
}

function takenOptions(result: ChoiceStates | undefined): Set<string> {
  const isTaken = (state: ChoiceState) => state === 'chosen' || state === 'implied' || state === 'default'
  return new Set(
    [...(result?.states ?? [])].flatMap(([id, state]) => (isTaken(state) ? [numberOf(id).code || id] : [])),
  )
}

/** Options with their reasons, as many as one answer gives: those that are asked for come first. */
async function explained(
  rules: CompiledRules,
  configuration: Configuration,
  { states }: ChoiceStates,
  { explain, limits }: ConfigurationInput,
): Promise<{ options: Configured[]; leftOut: number }> {
  const wanting = [...states].flatMap(([id, state]) => (EXPLAINED.includes(state) ? [id] : []))
  const asked = wanting.filter((id) => explain.includes(id))
  const order = [...asked, ...wanting.filter((id) => !explain.includes(id))]
  const reasons = new Map<string, Pick<Configured, 'reason' | 'swaps'>>()
  for (const id of order.slice(0, limits.reasons)) {
    if (rules.budget !== undefined && rules.budget.steps < 0) break
    const reason = explainChoice(rules, configuration, id, limits.reasonSteps)
    if (reason === undefined) break
    await nextTurn()
    const swaps = states.get(id) === 'excluded' ? swapsFor(rules, configuration, id, limits.reasonSteps) : null
    reasons.set(id, { reason: toldReason(reason), swaps: swaps && toldSwaps(swaps) })
    await nextTurn()
  }
  const options = [...states].map(([id, state]) => ({ id, state, reason: null, swaps: null, ...reasons.get(id) }))
  return { options, leftOut: order.length - reasons.size }
}

function swapsFor(rules: CompiledRules, configuration: Configuration, option: string, steps: number): Swaps {
  return findSwaps(rules, configuration, { option, taken: true }, SWAPS, steps)
}

function toldReason({ choices, defaults, isMinimal, ...reason }: Reason): NonNullable<Configured['reason']> {
  return { ...toldRules(reason), choices: [...choices], defaults: [...defaults], isMinimal }
}

function toldRules({ rules, groups, facts }: RuleReason) {
  return { rules: [...rules], groups: [...groups], facts: [...facts] }
}

function toldSwaps({ swaps, isSmallest }: Swaps): NonNullable<Configured['swaps']> {
  const told = swaps.map(({ givesUp, configuration: { chosen, declined } }) => {
    return { givesUp: [...givesUp], chosen: [...chosen], declined: [...declined] }
  })
  return { swaps: told, isSmallest }
}

function toldSettlement({ unknownOptions, choices, reason, swaps }: Settlement) {
  return {
    unknownOptions: [...unknownOptions],
    choices: [...choices],
    reason: toldRules(reason),
    swaps: toldSwaps(swaps),
  }
}

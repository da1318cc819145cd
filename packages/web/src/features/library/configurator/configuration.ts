import type { RevisionContent, RevisionOption } from '@packhouse/contract'
import type * as SolverModule from '@packhouse/contract/configurator'
import type {
  ChoiceState,
  ChoiceStates,
  CompiledRules,
  Configuration,
  Settlement,
} from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import type { OwnChoices } from './use-configurator-address.ts'

export type Solver = typeof SolverModule

/** The name by which rules know the packaging style. */
const STYLE_FACT = 'style'

/** What the options panel shows of one machine. */
export interface Configured {
  content: RevisionContent
  rules: CompiledRules
  configuration: Configuration
  /** Undefined where the own choices do not go together: then `settlement` says what to do. */
  states: ChoiceStates | undefined
  settlement: Settlement | undefined
  /** Choices of the address that the machine does not have. */
  unknownOptions: readonly string[]
}

export function compileContent(solver: Solver, { model, facts }: RevisionContent, styleId: string): CompiledRules {
  // Only a reason has a limit here: no click may wait for it.
  const budget = { steps: Number.MAX_SAFE_INTEGER, reserve: 0 }
  return solver.compileRules(model, styleId === '' ? facts : { ...facts, [STYLE_FACT]: styleId }, undefined, budget)
}

/** The configuration of these choices; before the first one, what the job needs is taken. */
export function configure(
  solver: Solver,
  content: RevisionContent,
  rules: CompiledRules,
  own: OwnChoices | undefined,
  needed: readonly string[],
): Configured {
  const isKnown = (id: string) => solver.knownOption(rules, id) !== undefined
  const configuration =
    own === undefined
      ? takeNeeded(solver, rules, needed.filter(isKnown))
      : { chosen: own.chosen.filter(isKnown), declined: own.declined.filter(isKnown) }
  const states = solver.choiceStates(rules, configuration)
  return {
    content,
    rules,
    configuration,
    states,
    settlement: states === undefined ? solver.settleConfiguration(rules, configuration) : undefined,
    unknownOptions: own === undefined ? [] : [...own.chosen, ...own.declined].filter((id) => !isKnown(id)),
  }
}

function takeNeeded(solver: Solver, rules: CompiledRules, needed: readonly string[]): Configuration {
  let configuration = solver.emptyConfiguration
  for (const option of needed) {
    const state = solver.choiceStates(rules, configuration)?.states.get(option)
    if (state === 'free') configuration = solver.choose(rules, configuration, { option, taken: true })
  }
  return configuration
}

/** The configuration after a click on an option: what is free or default is taken, what was taken yields. Undefined: the click changes nothing. */
export function click(
  solver: Solver,
  { rules, configuration, states }: Configured,
  option: string,
): Configuration | undefined {
  const state = states?.states.get(option)
  const isOneOfSeveral = rules.groups.get(option)?.least === 1
  if (state === 'free') return solver.choose(rules, configuration, { option, taken: true })
  if (state === 'default' && isOneOfSeveral) return solver.choose(rules, configuration, { option, taken: true })
  if (state === 'default') return solver.choose(rules, configuration, { option, taken: false })
  if (state !== 'chosen' || isOneOfSeveral) return undefined
  // Without the own choice a preferred option would come back as the default.
  const withdrawn = solver.withdraw(configuration, option)
  const isDefault = solver.choiceStates(rules, withdrawn)?.states.get(option) === 'default'
  return isDefault ? solver.choose(rules, withdrawn, { option, taken: false }) : withdrawn
}

/** Whether an option is part of the machine as it is configured. */
export function isTaken({ states }: Configured, option: string): boolean {
  return ['chosen', 'implied', 'default'].includes(states?.states.get(option) ?? 'free')
}

/** Numbers of a free number that behave alike, with their state. */
export interface NumberSpan {
  code: string
  from: number
  to: number
  step: number
  state: ChoiceState
}

export function spansOf({ rules, states }: Configured, option: string): NumberSpan[] {
  return (rules.spans.get(option) ?? []).map(({ code, values }) => {
    return { code, ...values, state: states?.states.get(code) ?? 'free' }
  })
}

/** The number that is chosen of a free number, or that rules leave alone. */
export function numberNow(configured: Configured, option: string): number | undefined {
  const own = configured.configuration.chosen.find((code) => code.startsWith(`${option}=`))
  if (own !== undefined) return Number(own.slice(option.length + 1))
  const [only] = spansOf(configured, option).filter(({ state }) => state === 'implied')
  return only !== undefined && only.from === only.to ? only.from : undefined
}

/** The options that are part of the machine; a free number with the number that it has. */
export function takenOptions(configured: Configured): RevisionOption[] {
  return configured.content.options.flatMap((option) => {
    if (!configured.rules.spans.has(option.id)) return isTaken(configured, option.id) ? [option] : []
    const number = numberNow(configured, option.id)
    return number === undefined ? [] : [{ ...option, name: t('configurator.numberOf', { name: option.name, number }) }]
  })
}

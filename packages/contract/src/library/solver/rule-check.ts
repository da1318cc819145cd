import { choiceStates } from './choice-states.ts'
import { type CompiledRules, compileRules, partsCanHold } from './compiled-rules.ts'
import { emptyConfiguration } from './configuration.ts'
import { contradictingParts, explainByRules, type RuleReason, reasonOf } from './explanation.ts'
import type { Facts, RuleModel } from './model.ts'
import { type ModelFault, modelFaults } from './model-faults.ts'
import { type RequiresCycle, requiresCycles } from './requires-cycles.ts'

/** What is wrong with a set of rules, by the codes of its rules, groups and options. */
export type Finding =
  | ModelFault
  | ({ readonly kind: 'noSolution' } & RuleReason)
  | ({ readonly kind: 'neverPossible' | 'alwaysImplied'; readonly option: string } & RuleReason)
  | ({ readonly kind: 'requiresCycle' } & RequiresCycle)
  /** The search was given up, so that no click after it would be sure. */
  | { readonly kind: 'tooComplex'; readonly options: readonly string[] }

/**
 * Checks a set of rules before it is saved. A model that is not well-formed is checked no further; otherwise it names, each with a minimal set of
 * rules: contradictions that leave no configuration, options that are never possible or always implied without a rule that says just that, and
 * circles of requirements.
 *
 * One search for each option and, for each finding, one run of QuickXplain over the rules. Its time has not been measured.
 */
export function checkRules(model: RuleModel, facts: Facts = {}): Finding[] {
  const faults = modelFaults(model)
  if (faults.length > 0) return faults
  const cycles = requiresCycles(model.rules, facts).map((cycle) => ({ kind: 'requiresCycle' as const, ...cycle }))
  const rules = compileRules(model, facts)
  const possible = partsCanHold(rules, new Set(rules.lowered.parts), [])
  if (possible === 'undecided') return [...cycles, { kind: 'tooComplex', options: [...rules.variables.keys()] }]
  return [...cycles, ...(possible ? optionFindings(rules) : contradictions(rules))]
}

/** An always implied option is worth a word, but the rules work; anything else is refused when rules are saved. */
export function preventsSaving({ kind }: Finding): boolean {
  return kind !== 'alwaysImplied'
}

/** Contradictions that share no rule, so that all can be put right at once. */
function contradictions(rules: CompiledRules): Finding[] {
  const findings: Finding[] = []
  let left = rules.lowered.parts
  for (;;) {
    const { parts } = contradictingParts(rules, [], left)
    if (parts === undefined) return findings
    findings.push({ kind: 'noSolution', ...reasonOf(parts) })
    left = left.filter((part) => !parts.includes(part))
  }
}

function optionFindings(rules: CompiledRules): Finding[] {
  const result = choiceStates(rules, emptyConfiguration)
  const states = result?.states ?? new Map()
  const said = plainlySaid(rules)
  const undecided = result?.undecided ?? []
  const findings: Finding[] = undecided.length > 0 ? [{ kind: 'tooComplex', options: undecided }] : []
  for (const [option, state] of states) {
    if ((state !== 'excluded' && state !== 'implied') || undecided.includes(option)) continue
    const { reason } = explainByRules(rules, [{ option, taken: state === 'excluded' }])
    if (reason.rules.length === 1 && said.get(option)?.has(reason.rules[0] as string)) continue
    findings.push({ kind: state === 'excluded' ? 'neverPossible' : 'alwaysImplied', option, ...reason })
  }
  return findings
}

/** Rules whose very meaning is that an option is always or never part of the machine. */
function plainlySaid({ model }: CompiledRules): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>()
  for (const rule of model.rules)
    if (rule.kind === 'included' || rule.kind === 'unavailable')
      for (const option of rule.options) said.set(option, new Set([...(said.get(option) ?? []), rule.code]))
  return said
}

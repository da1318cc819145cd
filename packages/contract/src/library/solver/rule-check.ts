import { choiceStates } from './choice-states.ts'
import { type CompiledRules, canHold, compileRules, partsCanHold, withSteps } from './compiled-rules.ts'
import { emptyConfiguration } from './configuration.ts'
import { contradictingParts, explainByRules, REASON_STEPS, type RuleReason, reasonOf } from './explanation.ts'
import { applicability } from './facts.ts'
import type { Choice, Facts, Rule, RuleModel } from './model.ts'
import { type ModelFault, modelFaults } from './model-faults.ts'
import { numberOf } from './number-spans.ts'
import { type RequiresCycle, requiresCycles } from './requires-cycles.ts'
import type { Budget } from './search.ts'

/** What is wrong with a set of rules, by the codes of its rules, groups and options. */
export type Finding =
  | ModelFault
  /** `under`: the facts of the case that has no configuration; without it no configuration is possible at all. */
  | ({ readonly kind: 'noSolution'; readonly under?: Facts } & RuleReason)
  | ({ readonly kind: 'neverPossible' | 'alwaysImplied'; readonly option: string } & RuleReason)
  | ({ readonly kind: 'requiresCycle' } & RequiresCycle)
  /** The search was given up, so that no click after it would be sure. */
  | { readonly kind: 'tooComplex'; readonly options: readonly string[] }

/** What a check may take. */
export interface CheckLimits {
  /** Decisions and contradictions of all searches together. */
  readonly steps: number
  /** Findings after which the check ends; those that prevent saving come first. */
  readonly findings: number
  /** Further facts under each of which there has to be a configuration, such as those of one packaging style. */
  readonly cases: readonly Facts[]
}

export interface CheckResult {
  readonly findings: readonly Finding[]
  /** False where the check ended at a limit, so that there may be more. */
  readonly isComplete: boolean
}

/**
 * Checks a set of rules before it is saved. A model that is not well-formed is checked no further; otherwise it names, each with a minimal set of
 * rules: contradictions that leave no configuration, options that are never possible or always implied without a rule that says just that, and
 * circles of requirements.
 *
 * One search for each option and, for each finding, one run of QuickXplain over the rules. Without limits; `checkWithin` has some.
 */
export function checkRules(model: RuleModel, facts: Facts = {}): Finding[] {
  const limits = { steps: Number.MAX_SAFE_INTEGER, findings: Number.MAX_SAFE_INTEGER, cases: [] }
  return [...checkWithin(model, facts, limits).findings]
}

/** The same within limits. Where the steps do not suffice to tell whether the rules hold, that is a finding: `tooComplex`. */
export function checkWithin(
  model: RuleModel,
  facts: Facts,
  { steps, findings: most, cases }: CheckLimits,
): CheckResult {
  const checking = checkInTurns(model, facts, { steps, findings: most, cases })
  const findings: Finding[] = []
  for (;;) {
    const next = checking.next()
    if (next.done === true) return { findings, isComplete: next.value }
    findings.push(next.value)
  }
}

/**
 * The same, one finding at a time, so that whoever runs it can give way to others in between.
 *
 * @returns whether the check is complete
 */
export function* checkInTurns(
  model: RuleModel,
  facts: Facts,
  { steps, findings: most, cases }: CheckLimits,
): Generator<Finding, boolean, void> {
  const budget: Budget = { steps, reserve: 0 }
  let count = 0
  for (const finding of findingsOf(model, facts, cases, budget)) {
    if (++count > most) return false
    yield finding
  }
  return budget.steps >= 0
}

/** One finding after the other, first those that prevent saving, so that whoever has seen enough can stop. */
function* findingsOf(model: RuleModel, facts: Facts, cases: readonly Facts[], budget: Budget): Generator<Finding> {
  const faults = modelFaults(model)
  yield* faults
  if (faults.length > 0) return
  for (const cycle of requiresCycles(model.rules, facts)) yield { kind: 'requiresCycle', ...cycle }
  const rules = compileRules(model, facts, undefined, budget)
  const possible = partsCanHold(rules, new Set(rules.lowered.parts), [])
  if (possible === 'undecided') yield { kind: 'tooComplex', options: [...rules.variables.keys()] }
  else if (!possible) yield* contradictions(rules)
  else {
    const states = stateFindings(rules)
    yield* states(true)
    for (const one of cases) yield* caseFindings(model, rules, facts, one, budget)
    yield* states(false)
  }
}

/** An always implied option is worth a word, but the rules work; anything else is refused when rules are saved. */
export function preventsSaving({ kind }: Finding): boolean {
  return kind !== 'alwaysImplied'
}

/** Contradictions that share no rule, so that all can be put right at once. */
function* contradictions(rules: CompiledRules, under?: Facts): Generator<Finding> {
  let left = rules.lowered.parts
  for (;;) {
    const { parts } = withSteps(rules, REASON_STEPS, () => contradictingParts(rules, [], left))
    if (parts === undefined) {
      // That there is a contradiction is known; the steps do not suffice to name it.
      if (left === rules.lowered.parts) yield { kind: 'tooComplex', options: [] }
      return
    }
    yield { kind: 'noSolution', ...(under === undefined ? {} : { under }), ...reasonOf(parts) }
    left = left.filter((part) => !parts.includes(part))
  }
}

/** Whether a configuration is left when more is known: rules that said nothing count then. */
function* caseFindings(
  model: RuleModel,
  base: CompiledRules,
  facts: Facts,
  under: Facts,
  budget: Budget,
): Generator<Finding> {
  const all = { ...facts, ...under }
  const more = model.rules.filter(
    (rule) => applicability(rule, all).applies === 'yes' && applicability(rule, facts).applies !== 'yes',
  )
  // Rules that only say what is part of it are choices that others have made: no rules need to be compiled for them.
  const choices = more.flatMap(plainChoices)
  if (more.every(isPlain) && canHold(base, choices) === true) return
  const rules = compileRules(model, all, undefined, budget)
  const possible = partsCanHold(rules, new Set(rules.lowered.parts), [])
  if (possible === 'undecided') yield { kind: 'tooComplex', options: [] }
  else if (!possible) yield* contradictions(rules, under)
}

function isPlain({ kind }: Rule): boolean {
  return kind === 'included' || kind === 'unavailable'
}

function plainChoices(rule: Rule): Choice[] {
  if (rule.kind !== 'included' && rule.kind !== 'unavailable') return []
  return rule.options.map((option) => ({ option, taken: rule.kind === 'included' }))
}

/** Options that are never possible, or else always implied, and those about which the search was given up. */
function stateFindings(rules: CompiledRules): (faults: boolean) => Generator<Finding> {
  const result = choiceStates(rules, emptyConfiguration)
  const undecided = new Set(result === undefined ? rules.variables.keys() : result.undecided)
  const said = plainlySaid(rules)
  return function* of(faults) {
    if (faults && undecided.size > 0) yield { kind: 'tooComplex', options: [...undecided] }
    for (const [option, state] of result?.states ?? []) {
      if (state !== (faults ? 'excluded' : 'implied') || undecided.has(option)) continue
      // Rules are there to narrow a free number: a number that is never possible is no fault.
      if (isSpan(rules, option)) continue
      const { reason } = withSteps(rules, REASON_STEPS, () => explainByRules(rules, [{ option, taken: faults }]))
      if (reason.rules.length === 1 && said.get(option)?.has(reason.rules[0] as string)) continue
      yield { kind: faults ? 'neverPossible' : 'alwaysImplied', option, ...reason }
    }
  }
}

function isSpan({ spans }: CompiledRules, option: string): boolean {
  return spans.has(numberOf(option).code)
}

/** Rules whose very meaning is that an option is always or never part of the machine. */
function plainlySaid({ model }: CompiledRules): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>()
  for (const rule of model.rules)
    if (rule.kind === 'included' || rule.kind === 'unavailable')
      for (const option of rule.options) said.set(option, new Set([...(said.get(option) ?? []), rule.code]))
  return said
}

export { type ChoiceState, type ChoiceStates, choiceStates } from './choice-states.ts'
export { type CompiledRules, compileRules, groupOf, knownOption, RuleModelError } from './compiled-rules.ts'
export { choose, emptyConfiguration, withdraw } from './configuration.ts'
export { explainChoice, REASON_STEPS, type Reason, type RuleReason } from './explanation.ts'
export { formulaClauses, type NameFinder } from './formula.ts'
export { FormulaError } from './formula-text.ts'
export type { UnknownRule } from './lowering.ts'
export * from './model.ts'
export type { ModelFault } from './model-faults.ts'
export { numberCode, numberOf } from './number-spans.ts'
export { quickXplain } from './quick-xplain.ts'
export type { RequiresCycle } from './requires-cycles.ts'
export {
  type CheckLimits,
  type CheckResult,
  checkInTurns,
  checkRules,
  checkWithin,
  type Finding,
  preventsSaving,
} from './rule-check.ts'
export type { Budget } from './search.ts'
export { findSwaps, type Settlement, type Swap, type Swaps, settleConfiguration } from './swaps.ts'

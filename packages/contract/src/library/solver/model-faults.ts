import { formulaFaults } from './formula-faults.ts'
import { AMOUNT_SCALE } from './lowering.ts'
import type { Condition, OptionGroup, Rule, RuleModel } from './model.ts'
import { countOf, isFree, MOST_VALUES } from './number-spans.ts'

/** What makes a model meaningless, whatever its facts. */
export type ModelFault =
  | { readonly kind: 'duplicateGroup' | 'impossibleGroupLimits'; readonly group: string }
  | { readonly kind: 'duplicateOption'; readonly option: string }
  | { readonly kind: 'duplicateRule' | 'emptyRule' | 'badLimit'; readonly rule: string }
  | { readonly kind: 'unknownOption' | 'badAmount' | 'excludesItself'; readonly rule: string; readonly option: string }
  | { readonly kind: 'unknownGroup' | 'tooManyValues'; readonly rule: string; readonly group: string }
  | { readonly kind: 'optionOfAnotherGroup'; readonly rule: string; readonly group: string; readonly option: string }
  | { readonly kind: 'impossibleCondition'; readonly rule: string; readonly attribute: string }

/** Beyond this the sum of scaled amounts would not be exact. */
const LARGEST_SUM = Number.MAX_SAFE_INTEGER / AMOUNT_SCALE / 4

/** Names every fault of a model, in its order: unknown and duplicate codes, limits that nothing can meet, empty rules. Linear. */
export function modelFaults(model: RuleModel): ModelFault[] {
  const options = model.groups.flatMap((group) => group.options.map(({ code }) => code))
  // A free number is no option that is taken or not: only formulas say something of it.
  const groupOf = new Map(
    model.groups.flatMap((group) =>
      group.options.filter((option) => !isFree(option)).map(({ code }) => [code, group.code] as const),
    ),
  )
  const groups = new Set(model.groups.map(({ code }) => code))
  return [
    ...duplicates(model.groups.map(({ code }) => code)).map((group) => ({ kind: 'duplicateGroup' as const, group })),
    ...duplicates(options).map((option) => ({ kind: 'duplicateOption' as const, option })),
    ...model.groups
      .filter((group) => hasImpossibleLimits(group) || hasImpossibleValues(group))
      .map(({ code }) => ({ kind: 'impossibleGroupLimits' as const, group: code })),
    ...duplicates(model.rules.map(({ code }) => code)).map((rule) => ({ kind: 'duplicateRule' as const, rule })),
    ...model.rules.flatMap((rule) => [
      ...namedIn(rule)
        .filter((option) => !groupOf.has(option))
        .map((option) => ({ kind: 'unknownOption' as const, rule: rule.code, option })),
      ...(isEmpty(rule) ? [{ kind: 'emptyRule' as const, rule: rule.code }] : []),
      ...numberFaults(rule),
      ...combinationFaults(rule, groups, groupOf),
      ...selfExclusion(rule),
      ...(rule.when ?? [])
        .filter(isImpossible)
        .map(({ attribute }) => ({ kind: 'impossibleCondition' as const, rule: rule.code, attribute })),
    ]),
    ...formulaFaults(model),
  ]
}

/** The options that a rule names, each once. */
export function namedIn(rule: Rule): string[] {
  if (rule.kind === 'requires') return [...new Set([...rule.options, ...rule.anyOf])]
  if (rule.kind === 'excludes') return [...new Set([rule.option, ...rule.others])]
  if (rule.kind === 'atMost') return [...new Set(rule.of)]
  if (rule.kind === 'sum') return Object.keys(rule.amounts)
  if (rule.kind === 'formula')
    return [...new Set(rule.clauses.flat().flatMap((one) => ('option' in one ? [one.option] : [])))]
  if (rule.kind === 'combinations') return [...new Set(rule.allowed.flatMap((one) => Object.values(one).flat()))]
  return [...new Set(rule.options)]
}

function isEmpty(rule: Rule): boolean {
  if (rule.kind === 'requires') return rule.options.length === 0 || rule.anyOf.length === 0
  if (rule.kind === 'excludes') return rule.others.length === 0
  if (rule.kind === 'combinations')
    return rule.allowed.length === 0 || rule.allowed.some((one) => Object.keys(one).length === 0)
  if (rule.kind === 'formula') return rule.clauses.length === 0
  return namedIn(rule).length === 0
}

function numberFaults(rule: Rule): ModelFault[] {
  if (rule.kind === 'atMost') return isCount(rule.most) ? [] : [{ kind: 'badLimit', rule: rule.code }]
  if (rule.kind !== 'sum') return []
  const bad = Object.entries(rule.amounts).filter(([, amount]) => !isAmount(amount))
  const total = Object.values(rule.amounts).reduce((sum, amount) => sum + Math.abs(amount), 0)
  const limit = typeof rule.most === 'number' && !isAmount(rule.most)
  return [
    ...bad.map(([option]) => ({ kind: 'badAmount' as const, rule: rule.code, option })),
    ...(limit || (bad.length === 0 && total > LARGEST_SUM) ? [{ kind: 'badLimit' as const, rule: rule.code }] : []),
  ]
}

function combinationFaults(
  rule: Rule,
  groups: ReadonlySet<string>,
  groupOf: ReadonlyMap<string, string>,
): ModelFault[] {
  if (rule.kind !== 'combinations') return []
  const entries = rule.allowed.flatMap((one) => Object.entries(one))
  const unknown = new Set(entries.map(([group]) => group).filter((group) => !groups.has(group)))
  const foreign = entries.flatMap(([group, options]) =>
    options
      .filter((option) => groupOf.has(option) && groupOf.get(option) !== group && groups.has(group))
      .map((option) => ({ kind: 'optionOfAnotherGroup' as const, rule: rule.code, group, option })),
  )
  return [...[...unknown].map((group) => ({ kind: 'unknownGroup' as const, rule: rule.code, group })), ...foreign]
}

function selfExclusion(rule: Rule): ModelFault[] {
  if (rule.kind !== 'excludes' || !rule.others.includes(rule.option)) return []
  return [{ kind: 'excludesItself', rule: rule.code, option: rule.option }]
}

function hasImpossibleLimits({ least, most, options }: OptionGroup): boolean {
  return !isCount(least) || !isCount(most) || least > most || least > options.length
}

/** The numbers of a group lie apart, so that each stands for one option. */
function hasImpossibleValues({ options }: OptionGroup): boolean {
  const ranges = options.flatMap(({ values }) => values ?? []).sort((one, other) => one.from - other.from)
  return ranges.some((range, index) => {
    const before = ranges[index - 1]
    return countOf(range) > MOST_VALUES || !(countOf(range) >= 1) || (before !== undefined && before.to >= range.from)
  })
}

function isImpossible({ oneOf, atLeast, atMost }: Condition): boolean {
  if (oneOf === undefined && atLeast === undefined && atMost === undefined) return true
  if (Number.isNaN(atLeast) || Number.isNaN(atMost)) return true
  return oneOf?.length === 0 || (atLeast ?? Number.NEGATIVE_INFINITY) > (atMost ?? Number.POSITIVE_INFINITY)
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Up to 6 decimals. */
function isAmount(value: number): boolean {
  return Math.abs(value) <= LARGEST_SUM && Number(value.toFixed(6)) === value
}

function duplicates(codes: readonly string[]): string[] {
  const seen = new Set<string>()
  return [...new Set(codes.filter((code) => seen.size === seen.add(code).size))]
}

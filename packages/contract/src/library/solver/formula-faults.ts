import type { OptionGroup, RuleModel } from './model.ts'
import type { ModelFault } from './model-faults.ts'
import { comparisonsOf, MOST_SPANS, MOST_VERDICTS, separateValues } from './number-spans.ts'

/** Combinations of numbers that one comparison is spelled out for. */
const MOST_COMBINATIONS = 20_000

/** Formulas that reckon with what is no number, and those that tell too many numbers apart. */
export function formulaFaults(model: RuleModel): ModelFault[] {
  const groups = new Map(model.groups.map((group) => [group.code, group]))
  const unknown = model.rules.flatMap((rule) =>
    [...new Set(comparisonsOf([rule]).flatMap(({ terms }) => terms.flatMap(({ of }) => of)))]
      .filter((code) => !isNumber(groups.get(code)))
      .map((group) => ({ kind: 'unknownGroup' as const, rule: rule.code, group })),
  )
  return unknown.length > 0 ? unknown : tooManyValues(model)
}

function isNumber(group: OptionGroup | undefined): boolean {
  return group?.least === 1 && group.most === 1 && group.options.every(({ values }) => values !== undefined)
}

function tooManyValues(model: RuleModel): ModelFault[] {
  if (comparisonsOf(model.rules).length === 0) return []
  const counts = new Map(separateValues(model).groups.map(({ code, options }) => [code, options.length]))
  let verdicts = 0
  return model.rules.flatMap((rule) => {
    const large = comparisonsOf([rule]).flatMap(({ terms }) => {
      const codes = [...new Set(terms.flatMap(({ of }) => of))]
      const sizes = codes.map((code) => counts.get(code) ?? 0).sort((one, other) => one - other)
      const combinations = sizes.slice(0, -1).reduce((all, size) => all * size, 1)
      verdicts += combinations * (sizes.at(-1) ?? 0)
      const isWithin = (sizes.at(-1) ?? 0) <= MOST_SPANS && combinations <= MOST_COMBINATIONS
      if (isWithin && verdicts <= MOST_VERDICTS) return []
      return codes.filter((code) => counts.get(code) === sizes.at(-1)).slice(0, 1)
    })
    return [...new Set(large)].map((group) => ({ kind: 'tooManyValues' as const, rule: rule.code, group }))
  })
}

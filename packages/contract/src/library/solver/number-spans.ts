import type { FormulaLiteral, FormulaRule, Option, OptionGroup, Rule, RuleModel, Term, ValueRange } from './model.ts'

/** Numbers of one option, and spans that formulas tell apart in it. Each span is asked for after a click. */
export const MOST_VALUES = 10_000
export const MOST_SPANS = 200
/** How often a model may ask where a comparison stands, for its spans and again for its combinations: each takes up to a tenth of a second. */
export const MOST_VERDICTS = 500_000

/** Numbers of a free number that no formula tells apart: an option of the compiled rules. */
export interface Span {
  readonly code: string
  readonly values: ValueRange
}

/** The least and the largest that something can be. */
export interface Interval {
  readonly least: number
  readonly most: number
}

export type Comparison = Extract<FormulaLiteral, { terms: unknown }>

/** The code of one number of a free number, as it is chosen: `lanes=3`. */
export function numberCode(code: string, value: number): string {
  return `${code}=${value}`
}

/** The free number and the number of a choice or a span; not a number where the code is that of a plain option. */
export function numberOf(option: string): { code: string; value: number } {
  const at = option.lastIndexOf('=')
  const text = option.slice(at + 1)
  return { code: option.slice(0, Math.max(0, at)), value: /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN }
}

export function liesIn({ from, to, step }: ValueRange, value: number): boolean {
  return value >= from && value <= to && (value - from) % step === 0
}

export function countOf({ from, to, step }: ValueRange): number {
  return step > 0 ? Math.floor((to - from) / step) + 1 : Number.NaN
}

export function isFree({ values }: Option): boolean {
  return values !== undefined && values.from !== values.to
}

/** The model with spans in the place of free numbers: to its rules all numbers of a span are the same. */
export function separateValues(model: RuleModel): RuleModel {
  if (!model.groups.some(({ options }) => options.some(isFree))) return model
  const comparisons = comparisonsOf(model.rules)
  const intervals = intervalsOf(model.groups)
  const budget = { verdicts: MOST_VERDICTS }
  const groups = model.groups.map((group) => {
    const own = comparisons.filter(({ terms }) => terms.some(({ of }) => of.includes(group.code)))
    return {
      ...group,
      options: group.options.flatMap((option) => {
        if (option.values === undefined || !isFree(option)) return [option]
        return spansIn({ group: group.code, code: option.code, range: option.values }, own, intervals, budget)
      }),
    }
  })
  return { ...model, groups }
}

/** The spans of a compiled model by the code of their free number. */
export function spansOf({ groups }: RuleModel): Map<string, Span[]> {
  const spans = new Map<string, Span[]>()
  for (const { code, values } of groups.flatMap(({ options }) => options)) {
    const number = code.slice(0, Math.max(0, code.lastIndexOf('=')))
    if (values !== undefined && number !== '') spans.set(number, [...(spans.get(number) ?? []), { code, values }])
  }
  return spans
}

export function comparisonsOf(rules: readonly Rule[]): Comparison[] {
  return rules
    .filter((rule): rule is FormulaRule => rule.kind === 'formula')
    .flatMap(({ clauses }) => clauses.flat())
    .filter((literal): literal is Comparison => 'terms' in literal)
}

/** What the numbers of each group can be. */
export function intervalsOf(groups: readonly OptionGroup[]): Map<string, Interval> {
  return new Map(
    groups.map(({ code, options }) => {
      const ranges = options.flatMap(({ values }) => values ?? [])
      return [
        code,
        { least: Math.min(...ranges.map(({ from }) => from)), most: Math.max(...ranges.map(({ to }) => to)) },
      ]
    }),
  )
}

/** Where a comparison stands while its numbers lie in these intervals; undefined where that depends on them. */
export type Verdict = 'holds' | 'below' | 'above'

export function verdictOf(
  { terms, relation, bound }: Comparison,
  at: (group: string) => Interval,
): Verdict | undefined {
  let [least, most] = [0, 0]
  for (const term of terms) {
    const one = product(term, at)
    least += one.least
    most += one.most
  }
  ;[least, most] = [exact(least), exact(most)]
  if (least > bound) return 'above'
  if (relation === 'atMost') return most <= bound ? 'holds' : undefined
  if (most < bound) return 'below'
  return least === most ? 'holds' : undefined
}

function product({ factor, of }: Term, at: (group: string) => Interval): Interval {
  let [least, most] = [factor, factor]
  for (const group of of) {
    const one = at(group)
    const corners = [least * one.least, least * one.most, most * one.least, most * one.most]
    ;[least, most] = [Math.min(...corners), Math.max(...corners)]
  }
  return { least, most }
}

/** Up to 6 decimals, so that 0.1 and 0.2 add up to 0.3. */
function exact(value: number): number {
  return Number.isSafeInteger(value) ? value : Math.round(value * 1_000_000) / 1_000_000
}

/**
 * Neighbours are one span where every comparison stands the same with both, whatever the other numbers are: halved until that is settled. Beyond the
 * budget each number is a span of its own. One more than the most ends it: the model is refused then.
 */
function spansIn(
  { group, code, range: { from, to, step } }: { group: string; code: string; range: ValueRange },
  comparisons: readonly Comparison[],
  intervals: ReadonlyMap<string, Interval>,
  budget: { verdicts: number },
): Span[] {
  const spans: { from: number; to: number }[] = []
  let before: string | undefined
  const look = (first: number, last: number): void => {
    if (spans.length > MOST_SPANS) return
    const interval = { least: from + first * step, most: from + last * step }
    const at = (other: string) => (other === group ? interval : (intervals.get(other) ?? { least: 0, most: 0 }))
    const isSpent = budget.verdicts < comparisons.length
    budget.verdicts -= isSpent ? 0 : comparisons.length
    const verdicts = isSpent ? [undefined] : comparisons.map((one) => verdictOf(one, at))
    const isSettled = !verdicts.includes(undefined)
    if (!isSettled && first < last) {
      const middle = Math.floor((first + last) / 2)
      look(first, middle)
      look(middle + 1, last)
      return
    }
    const key = isSettled ? verdicts.join() : undefined
    const neighbour = spans.at(-1)
    if (neighbour !== undefined && key !== undefined && key === before) neighbour.to = interval.most
    else spans.push({ from: interval.least, to: interval.most })
    before = key
  }
  look(0, Math.floor((to - from) / step))
  return spans.map((span) => ({
    code: numberCode(code, span.from) + (span.to === span.from ? '' : `..${span.to}`),
    values: { ...span, step },
  }))
}

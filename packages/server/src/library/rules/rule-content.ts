import { foldCase, type RevisionContent, type RevisionRule } from '@packhouse/contract'
import {
  type Condition,
  FormulaError,
  formulaClauses,
  type NameFinder,
  type OptionGroup,
  type Rule,
} from '@packhouse/contract/configurator'
import type { ContentRows, OptionRow, PairRow, RuleRow } from './content-rows.ts'

/** The fact that says for which packaging style a machine is configured. */
export const STYLE_FACT = 'style'

/** A standard option is taken unless somebody chooses otherwise. */
const STANDARD = 1

type Made = RevisionContent['model']['rules'][number]

/** A rule that says nothing, because it lacks what its kind needs or names options that there are not. */
export interface SilentRule {
  rule: RuleRow
  unknownOptions: string[]
  /** Why its formula cannot be used. */
  formulaFault: FormulaError | undefined
}

export interface RuleContent {
  content: RevisionContent
  silent: SilentRule[]
}

/** The model of the solver and its texts, made of the stored rows. Pure, and the same rows give the same content. */
export function toRuleContent({ machine, options, pairs, rules, styles }: ContentRows): RuleContent {
  const { facts, ...told } = machine
  const groups = [...Map.groupBy(options, ({ definitionId }) => definitionId).values()]
  const groupOf = new Map(options.map(({ id, definitionId }) => [id, definitionId]))
  const names = formulaNames(options)
  const reckons = rules.some(({ kind }) => kind === 'formula')
  const made = rules.map((row) => ({
    row,
    rule: row.kind === 'formula' ? toFormula(row, names) : toRule(row, groupOf),
  }))
  const spoken = made.flatMap(({ row, rule }) =>
    rule === undefined || rule instanceof FormulaError ? [] : [{ row, rule }],
  )
  const ofPairs = pairRules(pairs)
  return {
    content: {
      schema: 1,
      machine: told,
      facts: Object.fromEntries(
        Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      ),
      groups: groups.map(([first]) => toldGroup(first as OptionRow)),
      options: options.map(toldOption),
      rules: [...ofPairs.map(({ told }) => told), ...spoken.map(({ row }) => toldRule(row))],
      styles,
      model: {
        groups: groups.map((group) => toGroup(group, reckons)),
        rules: [...ofPairs.map(({ rule }) => rule), ...spoken.map(({ rule }) => rule)],
      },
    } satisfies RevisionContent,
    silent: made.flatMap(({ row, rule }) => {
      const formulaFault = rule instanceof FormulaError ? rule : undefined
      const unknownOptions = optionsOf(row).filter((id) => !groupOf.has(id))
      return rule === undefined || formulaFault ? [{ rule: row, unknownOptions, formulaFault }] : []
    }),
  }
}

/** @param reckons whether formulas name numbers: without one the content stays what it was before there were formulas */
function toGroup(options: readonly OptionRow[], reckons: boolean): RevisionContent['model']['groups'][number] {
  const [{ definitionId, inputKind }] = options as [OptionRow]
  const made = options.map(({ id, availability, choice }) => ({
    code: id,
    ...(reckons || inputKind === 'range' ? valuesOf(inputKind, choice) : {}),
    ...(availability === 'standard' ? { preference: STANDARD } : {}),
  }))
  return { code: definitionId, least: inputKind === 'yesNo' ? 0 : 1, most: 1, options: made } satisfies OptionGroup
}

/** The numbers of an option: the one of a number, all of a range. */
function valuesOf(inputKind: OptionRow['inputKind'], choice: string | null) {
  if (inputKind === 'number') return { values: { from: Number(choice), to: Number(choice), step: 1 } }
  const range = inputKind === 'range' ? /^(-?\d+)\.\.(-?\d+)(?:\/(\d+))?$/.exec(choice ?? '') : null
  if (range === null) return {}
  const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)]
  return { values: { from, to: from + Math.floor((to - from) / step) * step, step } }
}

function toldGroup({ definitionId, code, definition, category, inputKind, unit }: OptionRow) {
  return { id: definitionId, code, name: definition, category, inputKind, unit }
}

function toldOption({ id, definitionId, name, choice, availability, price, leadDays }: OptionRow) {
  return { id, definitionId, name, choice, availability, price, leadDays }
}

function toldRule(row: RuleRow): RevisionRule {
  const { id, kind, name, reason, styleId } = row
  return { code: id, kind, name, reason, options: optionsOf(row), styleId }
}

/** The ids that a rule names, each once. */
function optionsOf({ kind, options, combinations }: RuleRow): string[] {
  if (kind === 'formula') return []
  if (kind === 'combinations') return [...new Set(combinations.flatMap((row) => row.options))]
  return [...new Set(options.map(({ optionId }) => optionId))]
}

/** @returns undefined for a rule that says nothing */
function toRule(row: RuleRow, groupOf: ReadonlyMap<string, string>): Made | undefined {
  const options = optionsOf(row)
  const when = conditionsOf(row)
  if (when === undefined || options.length === 0 || !options.every((id) => groupOf.has(id))) return undefined
  const base = { code: row.id, ...(when.length === 0 ? {} : { when }) }
  switch (row.kind) {
    case 'formula':
      return undefined
    case 'included':
    case 'unavailable':
      return { ...base, kind: row.kind, options }
    case 'atMost':
      return row.most === null ? undefined : { ...base, kind: 'atMost', of: options, most: row.most }
    case 'combinations':
      return { ...base, kind: 'combinations', allowed: row.combinations.map((one) => byGroup(one.options, groupOf)) }
    case 'sum': {
      const amounts = row.options.flatMap(({ optionId, amount }) =>
        amount === null ? [] : [[optionId, amount] as const],
      )
      const most = row.sumMostFact === null ? row.sumMost : { attribute: row.sumMostFact }
      if (most === null || amounts.length === 0) return undefined
      return { ...base, kind: 'sum', amounts: Object.fromEntries(amounts), most }
    }
  }
}

/** What the codes of definitions stand for, in any case of their letters. */
function formulaNames(options: readonly OptionRow[]): NameFinder {
  const byCode = Map.groupBy(options, ({ code }) => foldCase(code))
  return (name) => {
    const own = byCode.get(foldCase(name))
    const [first] = own ?? []
    if (own === undefined || first === undefined) return undefined
    if (first.inputKind === 'yesNo') return { kind: 'yesNo', option: first.id }
    if (first.inputKind !== 'choice') return { kind: 'number', group: first.definitionId }
    return { kind: 'choice', options: new Map(own.map(({ choice, id }) => [foldCase(choice ?? ''), id])) }
  }
}

/** @returns undefined for one without a formula or with limits that are not set yet */
function toFormula(row: RuleRow, names: NameFinder) {
  const when = conditionsOf(row)
  const text = row.formula?.trim() ?? ''
  if (when === undefined || text === '') return undefined
  try {
    const clauses = formulaClauses(text, names).map((clause) => [...clause])
    return { code: row.id, ...(when.length === 0 ? {} : { when }), kind: 'formula' as const, clauses } as Made
  } catch (error) {
    if (error instanceof FormulaError) return error
    throw error
  }
}

/** @returns undefined where the figure has no limits yet */
function conditionsOf({ styleId, whenFact, whenAtLeast, whenAtMost }: RuleRow) {
  if (whenFact !== null && whenAtLeast === null && whenAtMost === null) return undefined
  const conditions: { attribute: string; oneOf?: string[]; atLeast?: number; atMost?: number }[] = []
  if (styleId !== null) conditions.push(forStyle(styleId))
  if (whenFact !== null)
    conditions.push({
      attribute: whenFact,
      ...(whenAtLeast === null ? {} : { atLeast: whenAtLeast }),
      ...(whenAtMost === null ? {} : { atMost: whenAtMost }),
    })
  return conditions satisfies Condition[]
}

function forStyle(styleId: string) {
  return { attribute: STYLE_FACT, oneOf: [styleId] }
}

function byGroup(options: readonly string[], groupOf: ReadonlyMap<string, string>): Record<string, string[]> {
  return Object.fromEntries(Map.groupBy(new Set(options), (id) => groupOf.get(id) ?? ''))
}

interface Told {
  rule: RevisionContent['model']['rules'][number]
  told: RevisionRule
}

/** A rule for each pair of options; what a packaging style needs or cannot have is one rule each. */
function pairRules(pairs: readonly PairRow[]): Told[] {
  const ofStyles = Map.groupBy(
    pairs.filter(({ styleId }) => styleId !== null),
    ({ styleId, kind }) => `${styleId}:${kind}`,
  )
  return [...pairs.flatMap(relationRule), ...[...ofStyles.values()].flatMap(styleRule)]
}

function relationRule({ kind, optionId, otherId }: PairRow): Told[] {
  if (optionId === null || (kind !== 'requires' && kind !== 'excludes')) return []
  const code = `${kind}:${optionId}:${otherId}`
  const told = { code, kind, name: null, reason: null, options: [optionId, otherId], styleId: null }
  if (kind === 'requires') return [{ rule: { code, kind, options: [optionId], anyOf: [otherId] } satisfies Rule, told }]
  return [{ rule: { code, kind, option: optionId, others: [otherId] } satisfies Rule, told }]
}

function styleRule(pairs: readonly PairRow[]): Told[] {
  const [{ kind, styleId }] = pairs as [PairRow]
  if (styleId === null || (kind !== 'included' && kind !== 'unavailable')) return []
  const code = `style:${styleId}:${kind}`
  const options = pairs.map(({ otherId }) => otherId)
  return [
    {
      rule: { code, kind, options, when: [forStyle(styleId)] } satisfies Rule,
      told: { code, kind, name: null, reason: null, options, styleId },
    },
  ]
}

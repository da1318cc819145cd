import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RevisionContent, RuleCheck, RuleFinding } from '@packhouse/contract'
import {
  type CheckResult,
  checkInTurns,
  type Finding,
  type FormulaError,
  preventsSaving,
} from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import type { LibraryLimits } from '../../platform/library-limits.ts'
import { type RuleContent, type SilentRule, STYLE_FACT } from './rule-content.ts'
import { RuleWords } from './rule-words.ts'

/**
 * Checks the options and rules of a machine as a whole. Bounded: too many rules are not checked, and too many steps end it. It gives way to other
 * requests between two findings.
 */
export async function findRuleFaults({ content, silent }: RuleContent, limits: LibraryLimits): Promise<RuleCheck> {
  const words = new RuleWords(content)
  const { rules } = content.model
  const counts = { optionCount: content.options.length, ruleCount: rules.length + silent.length }
  const ofSilent = silent.map((one) => silentFinding(content, one))
  if (counts.ruleCount > limits.rulesPerMachine) {
    const values = { machine: content.machine.model, count: counts.ruleCount, most: limits.rulesPerMachine }
    const many = { ...nothing('tooMany'), message: t('library.rulesTooMany', values) }
    return { findings: [many, ...ofSilent], isComplete: false, ...counts }
  }
  const { findings, isComplete } = await checkModel(content, limits)
  const told = findings.map((finding) => toldFinding(content, words, finding, limits))
  const all = [...told, ...ofSilent].sort((a, b) => Number(b.preventsSaving) - Number(a.preventsSaving))
  return { findings: all, isComplete, ...counts }
}

/** Whatever the style there has to be a configuration, and also for each style that rules name. */
async function checkModel({ model, facts, styles }: RevisionContent, limits: LibraryLimits): Promise<CheckResult> {
  const cases = styles.map(({ id }) => ({ [STYLE_FACT]: id }))
  const checking = checkInTurns(model, facts, { steps: limits.checkSteps, findings: limits.findings, cases })
  const findings: Finding[] = []
  for (;;) {
    const next = checking.next()
    if (next.done === true) return { findings, isComplete: next.value }
    findings.push(next.value)
    await nextTurn()
  }
}

function nothing(kind: RuleFinding['kind']): RuleFinding {
  const isWarning = kind === 'alwaysImplied' || kind === 'unfinished'
  return { kind, preventsSaving: !isWarning, message: '', options: [], rules: [], groups: [], facts: [], styleId: null }
}

function silentFinding({ machine }: RevisionContent, { rule, unknownOptions, formulaFault }: SilentRule): RuleFinding {
  const values = { rule: rule.name, machine: machine.model }
  if (formulaFault !== undefined)
    return { ...nothing('impossibleRule'), rules: [rule.id], message: formulaWords(formulaFault, values) }
  if (unknownOptions.length === 0)
    return { ...nothing('unfinished'), rules: [rule.id], message: t('library.ruleIsUnfinished', values) }
  const message = t('library.ruleNamesNoOption', values)
  return { ...nothing('unknownOption'), rules: [rule.id], options: unknownOptions, message }
}

function formulaWords({ kind, word }: FormulaError, names: { rule: string; machine: string }): string {
  const values = { ...names, word }
  switch (kind) {
    case 'unreadable':
      return word === '' ? t('library.formulaEndsEarly', names) : t('library.formulaIsUnreadable', values)
    case 'unknownName':
      return t('library.formulaNamesNothing', values)
    case 'noNumber':
      return t('library.formulaNeedsNumber', values)
    case 'tooLong':
      return t('library.formulaIsTooLong', names)
  }
}

function toldFinding(content: RevisionContent, words: RuleWords, finding: Finding, limits: LibraryLimits): RuleFinding {
  const machine = content.machine.model
  switch (finding.kind) {
    case 'noSolution': {
      const { rules, groups, facts, under } = finding
      const styleId = typeof under?.[STYLE_FACT] === 'string' ? under[STYLE_FACT] : null
      const values = { machine, rules: words.reason(finding) }
      const message =
        styleId === null
          ? t('library.rulesLeaveNothing', values)
          : t('library.rulesLeaveNothingForStyle', { ...values, style: words.style(styleId) })
      return { ...nothing('noSolution'), rules: [...rules], groups: [...groups], facts: [...facts], styleId, message }
    }
    case 'neverPossible':
    case 'alwaysImplied': {
      const values = { machine, option: words.option(finding.option), rules: words.reason(finding) }
      const message =
        finding.kind === 'neverPossible'
          ? t('library.optionNeverPossible', values)
          : t('library.optionAlwaysImplied', values)
      const { rules, groups, facts } = finding
      const parts = { rules: [...rules], groups: [...groups], facts: [...facts], options: [finding.option] }
      return { ...nothing(finding.kind), ...parts, message }
    }
    case 'requiresCycle': {
      const { options, rules } = finding
      const message = t('library.optionsRequireEachOther', { machine, options: words.options(options) })
      return { ...nothing('requiresCycle'), options: [...options], rules: [...rules], message }
    }
    case 'tooComplex': {
      const message = t('library.rulesTooComplex', { machine, steps: limits.checkSteps })
      return { ...nothing('tooComplex'), options: [...finding.options], message }
    }
    case 'unknownOption': {
      const { rule, option } = finding
      const values = { machine, rule: words.rule(rule), option: words.option(option) }
      return {
        ...nothing('impossibleRule'),
        rules: [rule],
        options: [option],
        message: t('library.ruleNamesNumber', values),
      }
    }
    case 'tooManyValues': {
      const values = { machine, rule: words.rule(finding.rule), group: words.group(finding.group) }
      const message = t('library.formulaHasTooManyNumbers', values)
      return { ...nothing('impossibleRule'), rules: [finding.rule], groups: [finding.group], message }
    }
    default:
      return impossible(content, words, finding)
  }
}

/** Faults of single rules, such as a limit with too many decimals or an option that excludes itself. */
function impossible({ machine }: RevisionContent, words: RuleWords, finding: Finding): RuleFinding {
  const rule = 'rule' in finding ? finding.rule : ''
  const message = t('library.ruleIsImpossible', { rule: words.rule(rule), machine: machine.model })
  return { ...nothing('impossibleRule'), preventsSaving: preventsSaving(finding), rules: [rule], message }
}

import type { RevisionContent, RevisionRule } from '@packhouse/contract'
import type { Choice, Reason } from '@packhouse/contract/configurator'
import { t } from '@packhouse/messages'
import { allOf } from '../../../lib/format/lists.ts'

/** Rules that a reason names; of the others it gives the number. */
const NAMED = 8

/** The names of options and rules of one machine. */
export interface Names {
  option: (id: string) => string
  group: (id: string) => string
  rule: (code: string) => RevisionRule | undefined
}

export function namesOf({ options, groups, rules }: RevisionContent): Names {
  const [byId, ofGroup, byCode] = [
    new Map(options.map(({ id, name }) => [id, name])),
    new Map(groups.map(({ id, name }) => [id, name])),
    new Map(rules.map((rule) => [rule.code, rule])),
  ]
  return {
    option: (id) => {
      const at = id.lastIndexOf('=')
      if (at < 0) return byId.get(id) ?? id
      return t('configurator.numberOf', { name: byId.get(id.slice(0, at)) ?? id, number: id.slice(at + 1) })
    },
    group: (id) => ofGroup.get(id) ?? id,
    rule: (code) => byCode.get(code),
  }
}

/** Own choices by name: `Gas flush and no cold seal`. */
export function choiceNames(choices: readonly Choice[], names: Names): string {
  return allOf(
    choices.map(({ option, taken }) =>
      taken ? names.option(option) : t('configurator.withoutOption', { name: names.option(option) }),
    ),
  )
}

/** Whole sentences: what leads to it, then each rule. */
export function optionReasonWords(reason: Reason, names: Names): string[] {
  const { state, choices, defaults, rules, groups, facts, isMinimal } = reason
  const own = choiceNames(choices, names)
  const head =
    state === 'excluded'
      ? choices.length > 0
        ? t('configurator.excludedBy', { names: own })
        : t('configurator.excludedAlways', { by: facts.includes('style') ? 'style' : 'rules' })
      : choices.length > 0
        ? t('configurator.chosenByRuleWith', { names: own })
        : defaults.length > 0
          ? t('configurator.standardWith', { names: allOf(defaults.map(names.option)) })
          : t('configurator.chosenByRule', { by: facts.includes('style') ? 'style' : 'rules' })
  const limit = isMinimal ? [] : [t('configurator.reasonAtLimit')]
  return [head, ...ruleWords(rules, names), ...groupWords(rules, groups, names), ...limit]
}

/** A sentence for each rule, and for a long chain the number of those left out. */
export function ruleWords(rules: readonly string[], names: Names): string[] {
  // What the packaging style itself says needs no second sentence.
  const said = rules.filter((code) => !isPlainlyOfStyle(names.rule(code)))
  const count = said.length - NAMED
  const words = said.slice(0, NAMED).map((code) => {
    const rule = names.rule(code)
    return rule === undefined ? code : oneRule(rule, names)
  })
  return count > 0 ? [...words, t('configurator.moreRules', { count })] : words
}

function isPlainlyOfStyle(rule: RevisionRule | undefined): boolean {
  return rule !== undefined && rule.styleId !== null && rule.name === null && rule.reason === null
}

function oneRule({ kind, name, reason, options }: RevisionRule, names: Names): string {
  if (reason !== null && reason !== '') return reason
  if (name !== null && name !== '') return name
  const [first = '', ...others] = options.map(names.option)
  const list = allOf(others.length > 0 ? others : [first])
  switch (kind) {
    case 'requires':
      return t('configurator.optionNeeds', { option: first, others: list })
    case 'excludes':
      return t('configurator.optionExcludes', { option: first, others: list })
    case 'included':
      return t('configurator.optionsIncluded', { options: allOf([first, ...others]) })
    case 'unavailable':
      return t('configurator.optionsUnavailable', { options: allOf([first, ...others]) })
    default:
      return t('configurator.optionsLimited', { options: allOf([first, ...others]) })
  }
}

/** A group alone says that one has to be chosen; beside a rule that is plain to see. */
function groupWords(rules: readonly string[], groups: readonly string[], names: Names): string[] {
  return rules.length > 0 ? [] : groups.map((id) => t('configurator.oneOfGroup', { group: names.group(id) }))
}

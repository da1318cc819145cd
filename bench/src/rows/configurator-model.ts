import type { Configuration, OptionGroup, Rule, RuleModel } from '@packhouse/contract/configurator'
import type { Random } from '../driver/random.ts'

const CHOOSE_ONE = { groups: 30, options: 4 }
const CHOOSE_ANY = { groups: 16, options: 5 }
/** Rules of each kind, 400 in all. */
const RULES = { requires: 160, excludes: 160, atMost: 30, combinations: 30, sum: 20 }
/** Configurations that every rule allows, so that there is something to choose. */
const ALLOWED = 6

/** A machine of 200 options with 400 rules of every kind, the same for the same random numbers. */
export function makeModel(random: Random): RuleModel {
  const groups = makeGroups(random)
  const allowed = Array.from({ length: ALLOWED }, () => someConfiguration(groups, random))
  const rules = Object.entries(RULES).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => ruleThatAllows(kind, `${kind}-${index}`, groups, allowed, random)),
  )
  return { groups, rules }
}

/** One of several, each as likely. */
export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item
}

export const nothingChosen: Configuration = { chosen: [], declined: [] }

function makeGroups(random: Random): OptionGroup[] {
  const group = (code: string, least: number, most: number, count: number): OptionGroup => {
    const options = Array.from({ length: count }, (_, index) => {
      return { code: `${code}-${index}`, preference: random() < 0.2 ? 1 : 0 }
    })
    return { code, least, most, options }
  }
  const one = Array.from({ length: CHOOSE_ONE.groups }, (_, index) => group(`one${index}`, 1, 1, CHOOSE_ONE.options))
  const any = Array.from({ length: CHOOSE_ANY.groups }, (_, index) =>
    group(`any${index}`, 0, CHOOSE_ANY.options, CHOOSE_ANY.options),
  )
  return [...one, ...any]
}

function someConfiguration(groups: readonly OptionGroup[], random: Random): Set<string> {
  return new Set(
    groups.flatMap(({ most, options }) =>
      (most === 1 ? [pick(options, random)] : options.filter(() => random() < 0.4)).map(({ code }) => code),
    ),
  )
}

/** Draws rules until one allows all these configurations. */
function ruleThatAllows(
  kind: string,
  code: string,
  groups: readonly OptionGroup[],
  allowed: readonly ReadonlySet<string>[],
  random: Random,
): Rule {
  for (;;) {
    const rule = makeRule(kind, code, groups, allowed, random)
    if (allowed.every((taken) => allows(rule, taken))) return rule
  }
}

function makeRule(
  kind: string,
  code: string,
  groups: readonly OptionGroup[],
  allowed: readonly ReadonlySet<string>[],
  random: Random,
): Rule {
  const options = groups.flatMap((group) => group.options.map((option) => option.code))
  const some = (count: number) => [...new Set(Array.from({ length: count }, () => pick(options, random)))]
  const [option = '', ...others] = some(2 + Math.floor(random() * 3))
  if (kind === 'requires') return { code, kind, options: [option], anyOf: others.length > 0 ? others : [option] }
  if (kind === 'excludes') return { code, kind, option, others: others.filter((other) => other !== option) }
  if (kind === 'combinations') return { code, kind, allowed: makeCombinations(groups, allowed, random) }
  const listed = some(8)
  const most = Math.max(...allowed.map((taken) => listed.filter((one) => taken.has(one)).length))
  if (kind === 'atMost') return { code, kind, of: listed, most }
  return { code, kind: 'sum', amounts: Object.fromEntries(listed.map((one) => [one, 0.5])), most: most / 2 }
}

/** Two groups and the pairs of their options that occur, with a few more. */
function makeCombinations(groups: readonly OptionGroup[], allowed: readonly ReadonlySet<string>[], random: Random) {
  const single = groups.filter(({ most }) => most === 1)
  const over = [pick(single, random), pick(single, random)]
  const rows = [...allowed, someConfiguration(groups, random), someConfiguration(groups, random)]
  return rows.map((taken) =>
    Object.fromEntries(
      over.map((group) => [group.code, group.options.map(({ code }) => code).filter((code) => taken.has(code))]),
    ),
  )
}

function allows(rule: Rule, taken: ReadonlySet<string>): boolean {
  if (rule.kind === 'requires') return !taken.has(rule.options[0] ?? '') || rule.anyOf.some((one) => taken.has(one))
  if (rule.kind !== 'excludes') return true
  return rule.others.length > 0 && (!taken.has(rule.option) || !rule.others.some((one) => taken.has(one)))
}

import type { RevisionContent, RevisionRule } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listed } from '../../platform/language.ts'

/** Rules that a sentence names; of the others it gives the number. */
const NAMED = 8

/** Names of what a content has, in the words of people and the language of the reader. */
export class RuleWords {
  readonly #options: ReadonlyMap<string, string>
  readonly #groups: ReadonlyMap<string, string>
  readonly #styles: ReadonlyMap<string, string>
  readonly #rules: ReadonlyMap<string, RevisionRule>

  constructor(content: RevisionContent) {
    this.#options = new Map(content.options.map(({ id, name }) => [id, name]))
    this.#groups = new Map(content.groups.map(({ id, name }) => [id, name]))
    this.#styles = new Map(content.styles.map(({ id, name }) => [id, name]))
    this.#rules = new Map(content.rules.map((rule) => [rule.code, rule]))
  }

  /** With the number that is chosen, of a free number. */
  option(id: string): string {
    const at = id.lastIndexOf('=')
    if (at < 0) return this.#options.get(id) ?? id
    return t('library.numberOf', { name: this.#options.get(id.slice(0, at)) ?? id, number: id.slice(at + 1) })
  }

  group(id: string): string {
    return this.#groups.get(id) ?? id
  }

  style(id: string): string {
    return this.#styles.get(id) ?? id
  }

  options(ids: readonly string[]): string {
    return listed(ids.map((id) => this.option(id)))
  }

  rule(code: string): string {
    const rule = this.#rules.get(code)
    if (rule === undefined) return code
    const { kind, name, options, styleId } = rule
    const [option = '', other = ''] = options.map((id) => this.option(id))
    if (name !== null) return t('library.ruleNamed', { name })
    if (kind === 'requires') return t('library.ruleRequires', { option, other })
    if (kind === 'excludes') return t('library.ruleExcludes', { option, other })
    const values = { style: this.style(styleId ?? ''), options: this.options(options) }
    return kind === 'included' ? t('library.ruleOfStyleNeeds', values) : t('library.ruleOfStyleExcludes', values)
  }

  /** What leads to something together. */
  reason({ rules, groups }: { rules: readonly string[]; groups: readonly string[] }): string {
    const ofGroups = groups.map((id) => t('library.ruleOfGroup', { group: this.group(id) }))
    const all = [...rules.map((code) => this.rule(code)), ...ofGroups]
    if (all.length === 0) return t('library.rulesNotNamed')
    const count = all.length - NAMED
    return listed(count <= 0 ? all : [...all.slice(0, NAMED), t('library.otherRules', { count })])
  }
}

import type { ClearReason } from '@packhouse/contract'
import type { MachineEntry } from '../live/index.ts'
import { appliesTo, type Rule } from './rule.ts'

/** All rules, and which of them are about a machine. */
export class RuleBook {
  #rules = new Map<string, Rule>()
  /** By the entry of the machine, which is another object whenever its registration was changed. */
  #byMachine = new WeakMap<MachineEntry, readonly Rule[]>()

  byId(id: string): Rule | undefined {
    return this.#rules.get(id)
  }

  rulesFor(machine: MachineEntry): readonly Rule[] {
    const known = this.#byMachine.get(machine)
    if (known !== undefined) return known
    const rules = [...this.#rules.values()].filter((rule) => rule.enabled && appliesTo(rule, machine))
    this.#byMachine.set(machine, rules)
    return rules
  }

  /** @returns the ids of those that are new, judge otherwise than before, or were switched */
  replace(rules: readonly Rule[]): ReadonlySet<string> {
    const before = this.#rules
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]))
    this.#byMachine = new WeakMap()
    const fresh = rules.filter(({ id, fingerprint, enabled }) => {
      const known = before.get(id)
      return known?.fingerprint !== fingerprint || known.enabled !== enabled
    })
    return new Set(fresh.map(({ id }) => id))
  }

  /** Why an alarm of the rule has no place any more. */
  reasonAgainst(ruleId: string, machine: MachineEntry): ClearReason {
    const rule = this.#rules.get(ruleId)
    if (rule === undefined) return 'rule_deleted'
    if (!rule.enabled) return 'rule_disabled'
    if (machine.retired) return 'machine_retired'
    return appliesTo(rule, machine) ? 'rule_changed' : 'out_of_scope'
  }
}

import type { ClearReason } from '@packhouse/contract'
import type { MachineEntry } from '../live/index.ts'
import type { MachineAlarmState, MachineCondition } from './machine-alarm-state.ts'
import type { Rule } from './rule.ts'

export interface Raised {
  id: string
  machine: MachineEntry
  rule: Rule
  startedAt: number
  raisedAt: number
  value: string | null
}

export interface Cleared {
  id: string
  /** The rule; undefined if it was deleted. */
  rule: Rule | undefined
  machine: MachineEntry
  clearedAt: number
  reason: ClearReason
}

/** What has changed since it was last stored. */
export class ChangeSet {
  readonly raised: Raised[] = []
  readonly cleared: Cleared[] = []
  readonly states = new Set<MachineAlarmState>()
  /** By machine and rule: of a condition that was forgotten and made again the newer one counts. */
  readonly conditions = new Map<string, MachineCondition>()
  /** Customers with too many active alarms from now on, and the rule that found it out. */
  readonly floodsBegun: { customerId: string | null; rule: Rule }[] = []
  readonly floodsEnded: (string | null)[] = []

  touch(condition: MachineCondition): void {
    this.conditions.set(`${condition.machineKey} ${condition.ruleId}`, condition)
  }

  /** Whether something is in it that people wait for. */
  get isUrgent(): boolean {
    return [this.raised, this.cleared, this.floodsBegun, this.floodsEnded].some((list) => list.length > 0)
  }

  get isEmpty(): boolean {
    return !this.isUrgent && this.states.size === 0 && this.conditions.size === 0
  }

  /** Takes over what could not be stored; what has changed since is newer. */
  prepend(earlier: ChangeSet): void {
    this.raised.unshift(...earlier.raised)
    this.cleared.unshift(...earlier.cleared)
    this.floodsBegun.unshift(...earlier.floodsBegun)
    this.floodsEnded.unshift(...earlier.floodsEnded)
    for (const state of earlier.states) this.states.add(state)
    for (const [key, condition] of earlier.conditions)
      if (!this.conditions.has(key)) this.conditions.set(key, condition)
  }
}

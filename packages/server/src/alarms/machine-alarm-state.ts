import type { MachineEntry } from '../live/index.ts'
import type { Condition } from './condition.ts'
import type { Rule } from './rule.ts'

/** A condition with what it belongs to. */
export interface MachineCondition extends Condition {
  machineKey: number
  ruleId: string
  /** Of the rule as it was judged by. */
  fingerprint: string
}

/** What is known of one machine that a rule is about. Times are Unix ms. */
export interface MachineAlarmState {
  machine: MachineEntry
  /** Time of the newest record that was judged. */
  at: number
  /** When it was last heard: never later than its record arrived. */
  heardAt: number
  /** By rule, the time of the newest reading that it has judged. */
  judged: Map<string, number>
  /** What is not newer was judged before a restart. */
  judgedUntil: number
  /** By rule. */
  conditions: Map<string, MachineCondition>
}

export function newMachineAlarmState(machine: MachineEntry): MachineAlarmState {
  return { machine, at: 0, heardAt: 0, judged: new Map(), judgedUntil: 0, conditions: new Map() }
}

/** The condition of a rule, which is created if missing. */
export function conditionOf(state: MachineAlarmState, { id, fingerprint }: Rule): MachineCondition {
  const known = state.conditions.get(id)
  if (known !== undefined) return known
  const { key: machineKey } = state.machine
  const owner = { machineKey, ruleId: id, fingerprint }
  const made: MachineCondition = { ...owner, phase: 'normal', since: 0, heardAt: 0, value: null, alarmId: undefined }
  state.conditions.set(id, made)
  return made
}

import type { MachineEntry } from '../live/index.ts'
import type { Stored } from './alarm-store.ts'
import type { Evaluator } from './evaluator.ts'
import type { MachineAlarmState } from './machine-alarm-state.ts'
import type { Rule } from './rule.ts'

/** Gives an evaluator what was stored of machines and rules that there still are. */
export function restoreAlarms(
  evaluator: Evaluator,
  { conditions, watermarks, floods }: Stored,
  rules: readonly Rule[],
  machineOf: (key: number) => MachineEntry | undefined,
): void {
  const known = new Set(rules.map(({ id }) => id))
  const states = new Map<number, MachineAlarmState>()
  for (const { machineKey, at, heardAt } of watermarks) {
    const machine = machineOf(machineKey)
    if (machine === undefined) continue
    const heard = { at, judgedUntil: at, heardAt: heardAt.getTime() }
    const state = { machine, ...heard, judged: new Map(), conditions: new Map() }
    states.set(machineKey, state)
  }
  for (const { since, heardAt, alarmId, ...condition } of conditions) {
    if (!known.has(condition.ruleId)) continue
    const times = { since: since.getTime(), heardAt: heardAt.getTime(), alarmId: alarmId ?? undefined }
    states.get(condition.machineKey)?.conditions.set(condition.ruleId, { ...condition, ...times })
  }
  for (const state of states.values()) evaluator.restore(state)
  for (const customerId of floods) evaluator.restoreFlood(customerId)
}

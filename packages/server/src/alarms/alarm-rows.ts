import type { AlarmSeverity, ClearReason } from '@packhouse/contract'
import { iso } from '../telemetry/index.ts'
import type { Cleared, Raised } from './change-set.ts'
import type { MachineAlarmState, MachineCondition } from './machine-alarm-state.ts'
import { wordsOf } from './rule.ts'

export interface NewAlarm {
  id: string
  machine_key: number
  rule_id: string
  code: string
  severity: AlarmSeverity
  message: string
  value: string | null
  started_at: string
  raised_at: string
  cleared_at: string | null
  clear_reason: ClearReason | null
}

/** @param end of one that is over already */
export function toAlarm({ id, machine, rule, value, startedAt, raisedAt }: Raised, end: End | undefined): NewAlarm {
  return {
    id,
    machine_key: machine.key,
    rule_id: rule.id,
    code: rule.name,
    severity: rule.severity,
    message: wordsOf(rule, value),
    value,
    started_at: iso(startedAt),
    raised_at: iso(raisedAt),
    cleared_at: end?.cleared_at ?? null,
    clear_reason: end?.reason ?? null,
  }
}

export interface End {
  id: string
  cleared_at: string
  reason: ClearReason
}

export function toEnd({ id, clearedAt, reason }: Cleared): End {
  return { id, cleared_at: iso(clearedAt), reason }
}

export function toStored(condition: MachineCondition) {
  return {
    machine_key: condition.machineKey,
    rule_id: condition.ruleId,
    fingerprint: condition.fingerprint,
    phase: condition.phase,
    since: iso(condition.since),
    heard_at: iso(condition.heardAt),
    value: condition.value,
    alarm_id: condition.alarmId ?? null,
  }
}

export function toMark({ machine, at, heardAt }: MachineAlarmState) {
  return { machine_key: machine.key, at: iso(at), heard_at: iso(heardAt) }
}

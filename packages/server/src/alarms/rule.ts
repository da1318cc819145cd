import {
  type AlarmComparison,
  type AlarmKind,
  type AlarmSeverity,
  minus,
  plus,
  type ReportedState,
  stateGroup,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { MachineEntry } from '../live/index.ts'
import { exactOf, type TelemetryRecord } from '../telemetry/index.ts'
import type { Delays, Finding } from './condition.ts'

/** A rule as the engine uses it. */
export interface Rule extends Delays {
  id: string
  name: string
  severity: AlarmSeverity
  enabled: boolean
  /** The key of the one machine it is about. */
  machineKey: number | null
  configurationId: string | null
  customerId: string | null
  kind: AlarmKind
  tag: string | null
  comparison: AlarmComparison | null
  limit: string | null
  deadband: number
  states: readonly string[]
  silenceMs: number
  message: string | null
  notifyEmails: readonly string[]
  /** Protocol and host alone; the whole address is encrypted beside the rule. */
  webhookUrl: string | null
  /** What its webhook sends; null for our own JSON. */
  webhookTemplate: string | null
  /** Changes with whatever decides when an alarm is raised or cleared, and with nothing else. */
  fingerprint: string
}

/** Whether a rule is about a machine: it meets all that the rule names. */
export function appliesTo(rule: Rule, machine: MachineEntry): boolean {
  return (
    !machine.retired &&
    (rule.machineKey === null || rule.machineKey === machine.key) &&
    (rule.configurationId === null || rule.configurationId === machine.configurationId) &&
    (rule.customerId === null || rule.customerId === machine.customerId)
  )
}

type Reading = string | number | boolean | null | undefined

/** What a record reports a rule's value; undefined if it does not speak of it. */
export function readingOf(rule: Rule, record: TelemetryRecord): Reading {
  // Of a source that is gone nothing is known.
  if (record.ends === true) return null
  if (rule.kind === 'state') return record.machineState
  switch (rule.tag) {
    case 'temperature':
      return record.temperature
    case 'humidity':
      return record.humidity
    case 'cyclesPerMin':
      return record.cyclesPerMin
    case 'totalRejects':
      return record.totalRejects
    case 'totalCycles':
      return record.totalCycles
    default: {
      const { machineData } = record
      return machineData !== undefined && Object.hasOwn(machineData, rule.tag ?? '')
        ? machineData[rule.tag ?? '']
        : undefined
    }
  }
}

/** @param raised whether there is an alarm: then the deadband has to be left too */
export function findingOf(rule: Rule, reading: Exclude<Reading, undefined>, raised: boolean): Finding {
  if (reading === null) return 'unknown'
  if (rule.kind === 'state') return inStates(rule, String(reading) as ReportedState) ? 'holds' : 'over'
  if (rule.comparison === 'equal' || rule.comparison === 'notEqual') {
    return isSame(reading, rule.limit ?? '') === (rule.comparison === 'equal') ? 'holds' : 'over'
  }
  const [value, limit, deadband] = [exactOf(reading), exactOf(rule.limit ?? ''), exactOf(rule.deadband)]
  if (value === undefined || limit === undefined || deadband === undefined) return 'unknown'
  const beyond = rule.comparison === 'above' ? minus(value, limit) : minus(limit, value)
  return (raised ? plus(beyond, deadband) : beyond).units > 0 ? 'holds' : 'over'
}

function inStates({ states }: Rule, state: ReportedState): boolean {
  return states.includes(state) || states.includes(stateGroup(state))
}

/** 40 and 40.0 are the same; so are the text and the truth value `true`. */
function isSame(reading: string | number | boolean, limit: string): boolean {
  const [value, wanted] = typeof reading === 'number' ? [exactOf(reading), exactOf(limit)] : []
  if (value === undefined || wanted === undefined) return String(reading) === limit
  return minus(value, wanted).units === 0
}

/** The message of an alarm if the rule has no message. */
export function wordsOf({ kind, message, tag, comparison, limit, silenceMs }: Rule, value: string | null): string {
  if (message !== null) return message
  if (kind === 'silence') return t('alarms.nothingHeard', { seconds: silenceMs / 1000 })
  if (kind === 'state') return value === null ? t('alarms.isInState') : t('alarms.isState', { state: declared(value) })
  return t('alarms.isBeyondLimit', { tag: String(tag), comparison: comparison ?? 'equal', limit: String(limit) })
}

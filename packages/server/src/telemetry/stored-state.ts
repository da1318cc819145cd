import type { ReportedState } from '@packhouse/contract'
import type { LatestValues, TelemetryRecord } from './record.ts'

/** What the column of states holds where none is known: the source said so, or it is gone. */
const UNKNOWN = 'Unknown'
const GONE = 'Gone'

/** What a record's column of the state holds; undefined if the record does not speak of it. */
export function recordStateText({ machineState, ends }: Pick<TelemetryRecord, 'machineState' | 'ends'>) {
  if (ends === true) return GONE
  return machineState === null ? UNKNOWN : machineState
}

export function readRecordState(text: string | null): Pick<TelemetryRecord, 'machineState' | 'ends'> {
  if (text === GONE) return { machineState: null, ends: true }
  return { machineState: text === null ? undefined : text === UNKNOWN ? null : (text as ReportedState) }
}

export function latestStateText({ machineState, ended }: Pick<LatestValues, 'machineState' | 'ended'>): string | null {
  return ended ? GONE : machineState
}

export function readLatestState(text: string | null): Pick<LatestValues, 'machineState' | 'ended'> {
  if (text === GONE) return { machineState: UNKNOWN, ended: true }
  return { machineState: text as LatestValues['machineState'], ended: false }
}

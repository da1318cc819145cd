import type { TagMapEntry } from '@packhouse/contract'
import type { Readings, TelemetryRecord } from '../../telemetry/index.ts'

type Reported = Pick<TelemetryRecord, 'cyclesPerMin' | 'temperature' | 'humidity' | 'machineData'>

/** What a record, or the newest values, have for an entry of a tag map; undefined where it was not reported. */
export function reportedValue({ role, canonicalTag }: TagMapEntry, reported: Reported): Readings[string] | undefined {
  if (role === 'speed') return reported.cyclesPerMin
  if (role === 'temperature' || role === 'humidity') return reported[role]
  const { machineData = {} } = reported
  return Object.hasOwn(machineData, canonicalTag) ? machineData[canonicalTag] : undefined
}

import {
  KEEP_RECORDS_DAYS,
  type MappedMessage,
  parseExactly,
  type TagMapEntry,
  type TagSource,
} from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import { compileMap, MachineMemory, mapPayload, mapReadings, type Outcome } from '../../connect/index.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'

/** What a version of a tag map reads by. */
export interface Reading {
  source: TagSource
  entries: TagMapEntry[]
  timeAddress: string | null
}

/** A message to try; `arrival` in Unix ms. */
export interface Trial {
  payload: string
  arrival: number
}

/** What a map would make of messages, in their order, if nothing were known of the machine before. */
export function tryMap(reading: Reading, trials: readonly Trial[]): MappedMessage[] {
  const map = compileMap(reading)
  const memory = new MachineMemory()
  const machine = {
    key: 0,
    machineID: '',
    keepRecordsDays: KEEP_RECORDS_DAYS,
    before: (at: number) => memory.before(0, undefined, at),
  }
  return trials.map(({ payload, arrival }) => {
    const outcome =
      reading.source === 'json'
        ? mapPayload(map, machine, Buffer.from(payload), arrival)
        : mapReadings(map, machine, { readings: readingsIn(payload) }, arrival)
    if ('record' in outcome) memory.keep(outcome.record)
    return toMessage(outcome)
  })
}

/** Fields that differ between two outcomes, by name. */
export function changedFields(before: MappedMessage, after: MappedMessage): string[] {
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])
  const changed = [...names].filter((name) => before.fields[name] !== after.fields[name])
  return before.at === after.at ? changed : ['at', ...changed]
}

/** Readings of sources that are no JSON are tried as an object of values by their addresses. */
function readingsIn(payload: string): { address: string; value: string | number | boolean | null }[] {
  try {
    const json = parseExactly(payload)
    if (typeof json !== 'object' || json === null) return []
    return Object.entries(json)
      .filter(([, value]) => value === null || typeof value !== 'object')
      .map(([address, value]) => ({ address, value }))
  } catch {
    return []
  }
}

function toMessage(outcome: Outcome): MappedMessage {
  const faults = outcome.faults.map(({ address, reason }) => ({ address, reason: declared(reason) }))
  if ('refusal' in outcome) {
    const { code, reason } = outcome.refusal
    return { at: null, fields: {}, faults, refusal: { code, reason: declared(reason) } }
  }
  return { at: new Date(outcome.record.at).toISOString(), fields: flatten(outcome.record), faults, refusal: null }
}

function flatten({ machineKey: _key, at: _at, receivedAt: _received, machineData, ...fields }: TelemetryRecord) {
  const known = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const readings = Object.entries(machineData ?? {}).map(([tag, value]) => [`machineData.${tag}`, value] as const)
  return Object.fromEntries([...known, ...readings])
}

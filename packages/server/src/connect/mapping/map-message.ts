import { checkValues, type Decoded, type DecodedFor, readJson, refuse } from '../../ingest/index.ts'
import type { Readings } from '../../telemetry/index.ts'
import { applyTagMap, type Before, type Mapped } from './apply-tag-map.ts'
import { type AddressReadings, type CompiledMap, readByPaths } from './compiled-map.ts'

/** A machine as far as mapping is concerned: what it is, and what was known of it at a time. */
export interface MappedMachine extends DecodedFor {
  before: (at: number) => Before
}

/** What became of a message, and which of its values could not be used. A record may be made of the others. */
export type Outcome = Decoded & { faults: Mapped['faults'] }

/**
 * Maps a JSON payload. Never throws, whatever the bytes are.
 * @param arrival Unix ms, the time of a message that reports none
 */
export function mapPayload(map: CompiledMap, machine: MappedMachine, payload: Buffer, arrival: number): Outcome {
  const read = readJson(payload)
  if ('refusal' in read) return { ...read, faults: [] }
  const { time, ...source } = readByPaths(map, read.json)
  if (time === undefined) return mapReadings(map, machine, source, arrival)
  const words = JSON.stringify(time).slice(0, 100)
  const refused = refuse(
    'invalid_field',
    `${map.timeAddress}: ${words} is no time in ISO 8601 with an offset, Unix s or ms.`,
  )
  return { ...refused, faults: source.faults ?? [] }
}

/** Maps readings; the record that comes of them is under the limits of every record. */
export function mapReadings(
  map: CompiledMap,
  machine: MappedMachine,
  source: AddressReadings,
  arrival: number,
): Outcome {
  const before = machine.before(source.at ?? arrival)
  const mapped = applyTagMap(map.entries, source.readings, before)
  const faults = [...map.broken, ...(source.faults ?? []), ...mapped.faults]
  if (Object.keys(mapped.fields).length === 0) return { ...refuse('nothing_mapped', wordsOf(faults)), faults }
  const fields = { ...mapped.fields, ...steadyReadings(map, mapped.fields.machineData, before) }
  return { ...checkValues(machine, fields, { arrival, at: source.at, plain: isPlain(fields.machineData) }), faults }
}

/** A device that reports its readings in turns does not take the others back. */
function steadyReadings({ readings }: CompiledMap, source: Readings | undefined, { tags }: Before) {
  if (source === undefined) return {}
  const machineData: Readings = {}
  for (const tag of readings) {
    const value = Object.hasOwn(source, tag) ? source[tag] : Object.hasOwn(tags, tag) ? tags[tag] : undefined
    if (value !== undefined) machineData[tag] = value
  }
  return { machineData }
}

/** Whether every text in it is one that a database takes. */
function isPlain(readings: Readings = {}): boolean {
  return Object.values(readings).every((value) => {
    return typeof value !== 'string' || (!value.includes('\u0000') && value.isWellFormed())
  })
}

function wordsOf(faults: Mapped['faults']): string {
  const found = faults.slice(0, 5).map(({ address, reason }) => `${address}: ${reason}`)
  const words = found.length > 0 ? found.join(' ') : 'None of the addresses of the tag map is in it.'
  return `The tag map makes nothing of the message. ${words}`.replaceAll('\u0000', '').toWellFormed().slice(0, 1000)
}

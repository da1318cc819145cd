import { exactJson } from '@packhouse/contract'
import { type Decoded, type DecodedFor, readJson, refuse } from '../../ingest/index.ts'
import type { Readings } from '../../telemetry/index.ts'
import { applyTagMap, type Before, type Mapped } from './apply-tag-map.ts'
import { checkMapped } from './check-mapped.ts'
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
  const { time, ...source } = readByPaths(map, exactJson(read.json, read.text))
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
  const isEmpty = Object.keys(mapped.fields).length === 0
  // Of a source that reports changes what came replaces what was known, whether it can be used or not.
  const isRefused = source.isChange === true ? isEmpty && faults.length > 0 : isEmpty || mapped.isUseless
  if (isRefused) return { ...refuse('nothing_mapped', wordsOf(faults)), faults }
  const isPartial = !hasOthers(map, before)
  const machineData = isPartial ? mapped.fields.machineData : steadyReadings(map, mapped.fields.machineData, before)
  const fields = machineData === undefined ? mapped.fields : { ...mapped.fields, machineData }
  const circumstances = { arrival, at: source.at, plain: true, isPartial }
  return { ...checkMapped(machine, fields, circumstances), faults }
}

/** Whether something is known of the machine that the map does not name any more: then all readings are replaced. */
function hasOthers({ readings }: CompiledMap, { tags, late }: Before): boolean {
  if (late) return false
  const known = others.get(tags)
  if (known?.readings === readings) return known.has
  const has = Object.keys(tags).some((tag) => !readings.has(tag))
  others.set(tags, { readings, has })
  return has
}

/** What was found out about the tags of a machine, which are another object whenever there are others (see MachineMemory). */
const others = new WeakMap<Readings, { readings: CompiledMap['readings']; has: boolean }>()

/** What is known of the map's readings, and what came. */
function steadyReadings({ readings }: CompiledMap, source: Readings | undefined, { tags }: Before) {
  if (source === undefined) return undefined
  const known = Object.entries(tags).filter(([tag]) => readings.has(tag))
  return { ...Object.fromEntries(known), ...source }
}

function wordsOf(faults: Mapped['faults']): string {
  const found = faults.slice(0, 5).map(({ address, reason }) => `${address}: ${reason}`)
  const words = found.length > 0 ? found.join(' ') : 'None of the addresses of the tag map is in it.'
  return `The tag map makes nothing of the message. ${words}`.replaceAll('\u0000', '').toWellFormed().slice(0, 1000)
}

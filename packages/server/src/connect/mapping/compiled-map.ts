import { readJsonAddress, readNodeAddress, type TagMapEntry, type TagSource, valueAt } from '@packhouse/contract'
import { sentence } from '../../platform/sentence.ts'
import type { Mapped, Reading } from './apply-tag-map.ts'
import { readRecordTime } from './record-time.ts'

type Path = (string | number)[]

/** What of a tag map says how messages are read. */
export interface MapContent {
  source: TagSource
  entries: readonly TagMapEntry[]
  timeAddress: string | null
}

/** A tag map made ready for many messages. */
export interface CompiledMap extends MapContent {
  /** Every address once, with the way to it; only where the source is JSON. */
  paths: { address: string; path: Path }[]
  timePath: Path | undefined
  /** Entries with an invalid address. */
  broken: Mapped['faults']
  /** Tags that become readings: a message that does not name one leaves it as it is. */
  readings: ReadonlySet<string>
}

/** What a message reports: readings, the time they were taken (Unix ms) where it says so, and what could not be read. */
export interface AddressReadings {
  readings: readonly Reading[]
  at?: number | undefined
  faults?: Mapped['faults']
  /** Whether it is only what has changed: that nothing of it is mapped is no fault then. */
  isChange?: boolean
}

const NO_NODE_ADDRESS = sentence`This is neither a node ID such as ns=2;s=Line1.Speed nor a part of its value such as Temps[3]@ns=2;s=Line1.`
const FIELDS = new Set(['state', 'count', 'reject', 'speed', 'temperature', 'humidity'])

/** Looks at everything that is the same for all messages. */
export function compileMap(content: MapContent): CompiledMap {
  const { source, entries, timeAddress } = content
  const paths: CompiledMap['paths'] = []
  const broken: Mapped['faults'] = []
  if (source === 'json') {
    for (const address of new Set(entries.map((entry) => entry.address))) {
      const path = readJsonAddress(address)
      if (path === undefined)
        broken.push({ address, reason: sentence`This is no address such as plc.t1 or values[3].v.` })
      else paths.push({ address, path })
    }
  }
  if (source === 'opcua') {
    for (const address of new Set(entries.map((entry) => entry.address)))
      if (readNodeAddress(address) === undefined) broken.push({ address, reason: NO_NODE_ADDRESS })
  }
  const timePath = timeAddress === null || source !== 'json' ? undefined : readJsonAddress(timeAddress)
  const readings = new Set(entries.filter(({ role }) => !FIELDS.has(role)).map(({ canonicalTag }) => canonicalTag))
  return { ...content, paths, timePath, broken, readings }
}

/** Takes out of JSON what a map asks for. @returns the readings; `time` if its time is present but invalid */
export function readByPaths(map: CompiledMap, json: unknown): AddressReadings & { time?: unknown } {
  const readings: Reading[] = []
  const faults: Mapped['faults'] = []
  for (const { address, path } of map.paths) {
    const value = valueAt(json, path)
    if (value === undefined) continue
    if (isScalar(value)) readings.push({ address, value })
    else
      faults.push({
        address,
        reason: Array.isArray(value)
          ? sentence`There is a list, and no value.`
          : sentence`There is an object, and no value.`,
      })
  }
  const time = map.timePath === undefined ? undefined : valueAt(json, map.timePath)
  if (time === undefined || time === null) return { readings, faults }
  const at = readRecordTime(time)
  return at === undefined ? { readings, faults, time } : { readings, faults, at }
}

function isScalar(value: unknown): value is Reading['value'] {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

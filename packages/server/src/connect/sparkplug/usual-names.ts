import { type PackmlState, plainTagMapEntry, type TagMapEntry, type TagRole } from '@packhouse/contract'
import { applyTagMap, type Before, type Mapped } from '../mapping/apply-tag-map.ts'
import type { SparkplugValue } from './metric-value.ts'

/** States by their numbers in PackTags (ISA-TR88.00.02, StateCurrent). */
const packmlNumbers = [
  'Clearing',
  'Stopped',
  'Starting',
  'Idle',
  'Suspended',
  'Execute',
  'Stopping',
  'Aborting',
  'Aborted',
  'Holding',
  'Held',
  'Unholding',
  'Suspending',
  'Unsuspending',
  'Resetting',
  'Completing',
  'Complete',
] as const satisfies readonly PackmlState[]

/** Names of metrics by what they usually mean, the surest first: last level, small letters and digits only. */
const usual: [TagRole, readonly string[]][] = [
  ['state', ['statecurrent', 'packmlstate', 'machinestate', 'currentstate', 'unitstate', 'state']],
  ['count', ['prodprocessedcount', 'totalcycles', 'cyclecount', 'totalcount', 'partcount', 'cycles']],
  ['reject', ['proddefectivecount', 'totalrejects', 'rejectcount', 'rejects', 'scrapcount']],
  ['speed', ['curmachspeed', 'cyclespermin', 'currentspeed', 'actualspeed', 'speed']],
  ['temperature', ['temperature', 'temp']],
  ['humidity', ['humidity', 'relativehumidity']],
]

/** Beyond these, readings need a tag map that chooses. */
const MAX_READINGS = 200
const MAX_NAME = 128

/**
 * What a device of Sparkplug B says, without a tag map: by the names that such metrics usually have.
 * @param metrics all that there are of the device, by name: the surest of them has a role
 * @param values those that are reported now
 */
export function mapByUsualNames(
  metrics: ReadonlyMap<string, unknown>,
  values: ReadonlyMap<string, SparkplugValue>,
  before: Before,
): Pick<Mapped, 'fields' | 'faults'> {
  const { entries, readings } = meaningsOf(metrics)
  const { fields, faults } = applyTagMap(
    entries,
    [...values].map(([address, value]) => ({ address, value })),
    before,
  )
  const others = [...values].filter(([name]) => readings.has(name))
  if (others.length > 0) fields.machineData = Object.fromEntries(others)
  return { fields, faults }
}

interface Meanings {
  entries: TagMapEntry[]
  /** Metrics that become readings. */
  readings: ReadonlySet<string>
}

/** What was found for a table of metrics, as long as it has as many as then: they only become more. */
const known = new WeakMap<ReadonlyMap<string, unknown>, Meanings & { size: number }>()

/** The metric that fits each role best, and the first of the others. */
function meaningsOf(metrics: ReadonlyMap<string, unknown>): Meanings {
  const found = known.get(metrics)
  if (found?.size === metrics.size) return found
  const names = [...metrics.keys()]
  const entries = findEntries(names)
  const taken = new Set(entries.map(({ address }) => address))
  const readings = names.filter((name) => !taken.has(name) && isReading(name)).slice(0, MAX_READINGS)
  const meanings = { size: metrics.size, entries, readings: new Set(readings) }
  known.set(metrics, meanings)
  return meanings
}

function findEntries(names: readonly string[]): TagMapEntry[] {
  const plain = names.map((name) => ({ name, plain: plainOf(name) }))
  return usual.flatMap(([role, wanted]) => {
    const found = wanted.map((one) => plain.find((entry) => entry.plain === one)).find((entry) => entry !== undefined)
    return found === undefined ? [] : [entryOf(role, found.name)]
  })
}

/** PackML states by their numbers, as a tag map has them. */
export const packmlValueMap = Object.fromEntries(packmlNumbers.map((state, index) => [String(index + 1), state]))

function entryOf(role: TagRole, address: string): TagMapEntry {
  return { ...plainTagMapEntry, canonicalTag: role, address, role, valueMap: role === 'state' ? packmlValueMap : {} }
}

/** `Admin/ProdProcessedCount[0]/AccCount` is `prodprocessedcount`, `Status/StateCurrent` is `statecurrent`. */
function plainOf(name: string): string {
  const levels = name.split('/').filter((level) => level !== 'AccCount' && level !== '')
  return (levels.at(-1) ?? '')
    .replace(/\[.*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** What steers the node and counts its lives says nothing about the machine. */
function isReading(name: string): boolean {
  return name !== 'bdSeq' && name.length <= MAX_NAME && name !== '__proto__' && !/^(Node|Device) Control\//.test(name)
}

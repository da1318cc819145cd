import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { LatestValues } from '../../telemetry/index.ts'
import type { MachineChange } from '../live-feed.ts'
import type { RingMinute } from '../minute-ring.ts'

/** So many changes at most are in one message: a message is well below what brokers take. */
const CHANGES_PER_MESSAGE = 1_000
/** No message unpacks to more; changes are some 1 kB each, and a machine has at most so many readings. */
const MOST_BYTES = 64 * 1024 * 1024
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Which machines are connected to a node, and what is wrong with the connections that fetch their data. */
export interface Presence {
  /** Grows with each full list of the node. */
  round: number
  /** Whether it completes the full list of its round: what is older is no more. */
  isLast: boolean
  machines: readonly MachinePresence[]
}

export interface MachinePresence {
  machineKey: number
  isConnected: boolean
  /** In words, by the connection. */
  issues: readonly (readonly [connection: string, words: readonly string[]])[]
}

/** What a node tells the others. */
export interface FeedMessage {
  changes: readonly MachineChange[]
  presence?: Presence | undefined
}

/** A minute without its names. A node of an older release says nothing of rejects. */
type PackedMinute = [at: number, records: number, cycles: number, runningMs: number, knownMs: number, rejects?: number]
type PackedLatest = Omit<LatestValues, 'readingTimes'> & { readingTimes: Record<string, number> }
type PackedChange = [
  machineKey: number,
  since: number,
  version: number,
  latest: PackedLatest | null,
  added: PackedMinute[],
  corrected: PackedMinute[],
]
interface Packed {
  changes: PackedChange[]
  presence?: Presence
}

const TIMES = ['speedAt', 'temperatureAt', 'humidityAt', 'positionAt', 'dataAt'] as const

/** As few messages as the changes need. */
export function encodeMessages(changes: readonly MachineChange[], presence?: Presence): Buffer[] {
  const packed: Packed[] = presence === undefined ? [] : [{ changes: [], presence }]
  for (let start = 0; start < changes.length; start += CHANGES_PER_MESSAGE)
    packed.push({ changes: changes.slice(start, start + CHANGES_PER_MESSAGE).map(packChange) })
  return packed.map((message) => zstdCompressSync(JSON.stringify(message), FAST))
}

/** @throws Error where it is no message of a node */
export function decodeMessage(body: Buffer): FeedMessage {
  const { changes, presence } = JSON.parse(
    zstdDecompressSync(body, { maxOutputLength: MOST_BYTES }).toString(),
  ) as Packed
  return { changes: changes.map(readChange), presence }
}

function packChange({ machineKey, since, version, latest, added, corrected }: MachineChange): PackedChange {
  return [
    machineKey,
    since,
    version,
    latest ? packLatest(latest) : null,
    added.map(packMinute),
    corrected.map(packMinute),
  ]
}

function readChange([machineKey, since, version, latest, added, corrected]: PackedChange): MachineChange {
  return {
    machineKey,
    since,
    version,
    latest: latest === null ? undefined : readLatest(latest),
    added: added.map(readMinute),
    corrected: corrected.map(readMinute),
    reread: [],
  }
}

function packMinute({ at, records, cycles, rejects, runningMs, knownMs }: RingMinute): PackedMinute {
  return [at, records, cycles, runningMs, knownMs, rejects]
}

function readMinute([at, records, cycles, runningMs, knownMs, rejects = 0]: PackedMinute): RingMinute {
  return { at, records, cycles, rejects, runningMs, knownMs }
}

/** JSON writes the time of what was never reported as null. */
function packLatest(latest: LatestValues): PackedLatest {
  return { ...latest, readingTimes: Object.fromEntries(latest.readingTimes) }
}

function readLatest(packed: PackedLatest): LatestValues {
  const times = Object.fromEntries(TIMES.map((field) => [field, packed[field] ?? Number.NEGATIVE_INFINITY]))
  return { ...packed, ...times, readingTimes: new Map(Object.entries(packed.readingTimes)) }
}

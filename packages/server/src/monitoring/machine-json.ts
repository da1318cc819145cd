import { HOME_HISTORY_HOURS, type MachineState, type ReportedState, stateGroup } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import type { LiveMachine } from '../live/index.ts'
import { HOUR_MS, MINUTE_MS, startOf } from '../telemetry/index.ts'
import { utilization } from './utilization.ts'

/**
 * Encodes machines. The overview is asked for all the time and mostly unchanged: each machine's JSON is stored as bytes
 * until the machine changes, and of its history only the minute that is still filling is encoded again.
 */

/** The fields of a machine without its history, as an object. */
export function machineFields(machine: LiveMachine) {
  const { entry, values } = machine
  return {
    machineID: entry.machineID,
    description: entry.description,
    location: entry.location,
    customer: entry.customer,
    configurationId: entry.configurationId,
    online: machine.online,
    onOrder: machine.isOnOrder,
    lastSeen: isoOrNull(values?.at),
    machineState: stateOf(machine),
    reportedState: reportedStateOf(machine),
    stateSince: isoOrNull(values?.stateSince),
    cyclesPerMin: values?.cyclesPerMin ?? null,
    temperature: values?.temperature ?? null,
    humidity: values?.humidity ?? null,
    lastService: entry.lastService,
    nextDue: entry.nextDue,
    timeZone: entry.timeZone,
  }
}

/** Everything known of one machine. */
export function machineDetails(machine: LiveMachine, now: number) {
  const { entry, values } = machine
  return {
    ...machineFields(machine),
    utilization: utilization(machine, now),
    name: entry.machineID,
    connected: machine.isConnected,
    totalCycles: values?.totalCycles ?? null,
    totalRejects: values?.totalRejects ?? null,
    latitude: values?.latitude ?? null,
    longitude: values?.longitude ?? null,
    machineData: values?.machineData ?? {},
    staleAfterSeconds: entry.staleAfterSeconds,
    designSpeed: entry.designSpeed,
    sourceIssues: issuesOf(machine),
  }
}

/** What is wrong with the connections that fetch its data, in the language of the reader. */
export function issuesOf({ sourceIssues }: LiveMachine): string[] {
  return [...sourceIssues.values()].flat().map(declared)
}

/** The group of the state the machine reported last. */
export function stateOf(machine: LiveMachine): MachineState | null {
  const state = reportedStateOf(machine)
  return state === null ? null : stateGroup(state)
}

function reportedStateOf({ values }: LiveMachine): ReportedState | null {
  const state = values?.machineState ?? null
  return state === 'Unknown' ? null : state
}

/** The cycle counts of the last hours, as an object. @param now Unix ms */
export function cycleCounts(machine: LiveMachine, hours: number, now: number) {
  const entries = countedEntries(machine, windowStart(hours, now), now)
  return {
    total: entries.reduce((sum, entry) => sum + entry.cycles, 0),
    hours,
    entries: entries.map(toPoint),
  }
}

/** Minutes of the ring up to the current one: those of a machine whose clock is ahead do not count before their time. */
export function countedEntries({ ring }: LiveMachine, since: number, now: number): { at: number; cycles: number }[] {
  return ring.entries(since, startOf(now, MINUTE_MS) + MINUTE_MS)
}

/** The cycles of the same minutes. */
export function countedCycles({ ring }: LiveMachine, since: number, now: number): number {
  return ring.cycles(since, startOf(now, MINUTE_MS) + MINUTE_MS)
}

/** Start of the first whole minute of a window that ends with the current minute. @returns Unix ms */
export function windowStart(hours: number, now: number): number {
  return startOf(now, MINUTE_MS) - hours * HOUR_MS + MINUTE_MS
}

interface Reader {
  /** The version that the reader has. */
  since: number
  /** When the reader was given it, Unix ms. */
  at: number
}

/**
 * From when on entries of a machine may have changed, Unix ms. Those of minutes before are known, unless a late record has rewritten the past.
 */
export function changedFrom({ historyVersion }: LiveMachine, { since, at }: Reader): number {
  return historyVersion > since ? 0 : startOf(at, MINUTE_MS) - MINUTE_MS
}

/** A machine with its entries from some time on. @param now Unix ms */
export function withEntriesFrom(machine: LiveMachine, from: number, hours: number, now: number) {
  const start = windowStart(hours, now)
  return {
    ...machineFields(machine),
    utilization: utilization(machine, now),
    cycleCounts: {
      total: countedCycles(machine, start, now),
      hours,
      entries: countedEntries(machine, Math.max(start, from), now).map(toPoint),
    },
  }
}

export function toPoint(entry: { at: number; cycles: number }) {
  return { time: new Date(entry.at).toISOString(), value: entry.cycles }
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === undefined || at === null ? null : new Date(at).toISOString()
}

interface Encoded {
  version: number
  /** `{…` without the closing brace. */
  head: Buffer
  /** Entries of all minutes but the newest, `…,`; valid while neither the window nor the past changes. */
  past: Buffer
  pastTotal: number
  pastKey: string
  /** The whole machine with its history. */
  whole: Buffer
  wholeKey: string
}

const encoded = new WeakMap<LiveMachine, Encoded>()
const EMPTY = Buffer.alloc(0)

interface ListKind {
  /** The same for all who see the same machines. */
  viewers: string
  /** Changes whenever something in the list does. */
  etag: string
  /** Of history; undefined for none. */
  hours: number | undefined
  /** Where it is sent in another form: makes that. */
  form?: { name: string; encode: () => Buffer }
}

/** The lists that were sent last: most people who ask see what somebody has just seen. */
const lists = new Map<string, { etag: string; body: Buffer }>()
const CACHED_LISTS = 16

/** A list of machines as bytes. @param now Unix ms */
export function encodeList(machines: readonly LiveMachine[], kind: ListKind, now: number): Buffer {
  const key = `${kind.viewers}:${kind.hours}:${kind.form?.name}`
  const known = lists.get(key)
  if (known?.etag === kind.etag) return known.body
  const body = kind.form?.encode() ?? encodeWhole(machines, kind.hours, now)
  lists.delete(key)
  lists.set(key, { etag: kind.etag, body })
  for (const oldest of lists.keys()) if (lists.size > CACHED_LISTS) lists.delete(oldest)
  return body
}

function encodeWhole(machines: readonly LiveMachine[], hours: number | undefined, now: number): Buffer {
  const parts: Buffer[] = [Buffer.from(`{"count":${machines.length},"machines":[`)]
  machines.forEach((machine, index) => {
    if (index > 0) parts.push(COMMA)
    parts.push(...encodeMachine(machine, hours, now))
  })
  parts.push(END)
  return Buffer.concat(parts)
}

const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** The JSON of a machine for a list. @param hours of history; undefined for none */
function encodeMachine(machine: LiveMachine, hours: number | undefined, now: number): Buffer[] {
  const cache = headOf(machine)
  if (hours === undefined) return [cache.head, CLOSE]
  if (hours !== HOME_HISTORY_HOURS) {
    return [
      cache.head,
      Buffer.from(
        `,"utilization":${utilization(machine, now)},"cycleCounts":${JSON.stringify(cycleCounts(machine, hours, now))}}`,
      ),
    ]
  }
  const wholeKey = `${machine.version}:${startOf(now, MINUTE_MS)}`
  if (cache.wholeKey !== wholeKey) {
    cache.whole = Buffer.concat([cache.head, ...encodeHistory(machine, cache, hours, now)])
    cache.wholeKey = wholeKey
  }
  return [cache.whole]
}

const CLOSE = Buffer.from('}')

function headOf(machine: LiveMachine): Encoded {
  const known = encoded.get(machine)
  if (known !== undefined && known.version === machine.version) return known
  const head = Buffer.from(JSON.stringify(machineFields(machine)).slice(0, -1))
  const cache = known ?? { version: 0, head, past: EMPTY, pastTotal: 0, pastKey: '', whole: EMPTY, wholeKey: '' }
  cache.version = machine.version
  cache.head = head
  encoded.set(machine, cache)
  return cache
}

function encodeHistory(machine: LiveMachine, cache: Encoded, hours: number, now: number): Buffer[] {
  const since = windowStart(hours, now)
  const newest = machine.values === undefined ? 0 : startOf(machine.values.at, MINUTE_MS)
  const pastKey = `${since}:${newest}:${machine.historyVersion}`
  if (cache.pastKey !== pastKey) {
    const past = countedEntries(machine, since, now).filter((entry) => entry.at < newest)
    cache.past = Buffer.from(past.map((entry) => `${JSON.stringify(toPoint(entry))},`).join(''))
    cache.pastTotal = past.reduce((sum, entry) => sum + entry.cycles, 0)
    cache.pastKey = pastKey
  }
  const filling = countedEntries(machine, Math.max(newest, since), now)
  const total = filling.reduce((sum, entry) => sum + entry.cycles, cache.pastTotal)
  const start = `,"utilization":${utilization(machine, now)},"cycleCounts":{"total":${total},"hours":${hours},"entries":[`
  if (filling.length === 0) {
    const past = cache.past.length === 0 ? cache.past : cache.past.subarray(0, -1)
    return [Buffer.from(start), past, Buffer.from(']}}')]
  }
  const rest = filling.map((entry) => JSON.stringify(toPoint(entry))).join(',')
  return [Buffer.from(start), cache.past, Buffer.from(`${rest}]}}`)]
}

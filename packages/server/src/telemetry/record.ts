import type { ReportedState } from '@packhouse/contract'
import { type OfflineAfter, speaksUntil } from './offline-after.ts'

export type Readings = Record<string, string | number | boolean | null>

/** A state as it was reported; 'Unknown' where the source said that it does not know it, or is gone. */
export type StateOrUnknown = ReportedState | 'Unknown'

/**
 * What a machine reported at one instant, decoded. An absent field was not reported: the newest value goes on. Null means reported
 * without a value. Times are Unix ms.
 */
export interface TelemetryRecord {
  machineKey: number
  /** With a fraction of microseconds where several records are of one millisecond (see `orderedTime`). */
  at: number
  receivedAt: number
  totalCycles?: number | undefined
  totalRejects?: number | undefined
  cyclesPerMin?: number | null | undefined
  machineState?: ReportedState | null | undefined
  temperature?: number | null | undefined
  humidity?: number | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  machineData?: Readings | undefined
  /** Readings that `machineData` does not name go on. Without it `machineData` is all there is. */
  isPartial?: true | undefined
  /** When it was sent, where it is stored beside another record of the same time. */
  sentAt?: number | undefined
  /** The source is gone: from here on nothing speaks for the machine until its next record. */
  ends?: true | undefined
}

/** The newest known value of each field of a machine. */
export interface LatestValues {
  /** Time of the newest record. */
  at: number
  totalCycles: number | null
  /** Time of the record that reported `totalCycles`. */
  totalAt: number | null
  totalRejects: number | null
  /** Time of the record that reported `totalRejects`. */
  rejectsAt: number | null
  cyclesPerMin: number | null
  speedAt: number
  /** Null if none was ever reported. */
  machineState: StateOrUnknown | null
  /** Since when the machine is in `machineState` without an unknown time between; null if no state is known. */
  stateSince: number | null
  temperature: number | null
  temperatureAt: number
  humidity: number | null
  humidityAt: number
  latitude: number | null
  longitude: number | null
  positionAt: number
  machineData: Readings
  /** Time at which `machineData` was last reported as a whole, and of its readings but for those that `readingTimes` names. */
  dataAt: number
  readingTimes: ReadonlyMap<string, number>
  /** Whether the newest record says that its source is gone. */
  ended: boolean
}

const NO_TIMES: ReadonlyMap<string, number> = new Map()

/** The times of values of which only the time of the newest record is known, such as after a restart. */
export function timesAsOf(at: number) {
  return { speedAt: at, temperatureAt: at, humidityAt: at, positionAt: at, dataAt: at, readingTimes: NO_TIMES }
}

/** What a record says of the state; undefined if it does not speak of it. */
export function stateIn({ machineState, ends }: TelemetryRecord): StateOrUnknown | undefined {
  return ends === true || machineState === null ? 'Unknown' : machineState
}

/**
 * The values after a newer record: what it does not report stays as it was.
 * @param machine how long a record speaks for it; a longer silence is unknown time
 */
export function mergeLatest(
  previous: LatestValues | undefined,
  record: TelemetryRecord,
  machine: OfflineAfter,
): LatestValues {
  const machineState = stateIn(record) ?? previous?.machineState ?? null
  // What most records bring replaces all readings. Field by field: every object on the way costs as much as the rest.
  const whole = record.isPartial === true ? undefined : record.machineData
  return {
    at: record.at,
    totalCycles: record.totalCycles ?? previous?.totalCycles ?? null,
    totalAt: record.totalCycles === undefined ? (previous?.totalAt ?? null) : record.at,
    totalRejects: record.totalRejects ?? previous?.totalRejects ?? null,
    rejectsAt: record.totalRejects === undefined ? (previous?.rejectsAt ?? null) : record.at,
    cyclesPerMin: reported(record.cyclesPerMin, previous?.cyclesPerMin),
    speedAt: reportedAt(record.cyclesPerMin, record, previous?.speedAt),
    machineState,
    stateSince: machineState === null ? null : goesOn(previous, record, machine) ? previous.stateSince : record.at,
    temperature: reported(record.temperature, previous?.temperature),
    temperatureAt: reportedAt(record.temperature, record, previous?.temperatureAt),
    humidity: reported(record.humidity, previous?.humidity),
    humidityAt: reportedAt(record.humidity, record, previous?.humidityAt),
    latitude: reported(record.latitude, previous?.latitude),
    longitude: reported(record.longitude, previous?.longitude),
    positionAt: reportedAt(record.latitude, record, previous?.positionAt),
    machineData: whole ?? mergedReadings(previous?.machineData, record.machineData),
    dataAt: whole === undefined ? (previous?.dataAt ?? Number.NEGATIVE_INFINITY) : record.at,
    readingTimes: whole === undefined ? timesAfter(previous?.readingTimes, record) : NO_TIMES,
    ended: record.ends === true,
  }
}

type Data = Pick<LatestValues, 'machineData' | 'dataAt' | 'readingTimes'>

function mergedReadings(previous: Readings | undefined, reported: Readings | undefined): Readings {
  return reported === undefined ? (previous ?? {}) : { ...previous, ...reported }
}

function timesAfter(
  previous: ReadonlyMap<string, number> | undefined,
  { at, machineData }: TelemetryRecord,
): ReadonlyMap<string, number> {
  if (machineData === undefined) return previous ?? NO_TIMES
  const times = new Map(previous)
  for (const name of Object.keys(machineData)) times.set(name, at)
  return times
}

/**
 * The values after a late record: what it reports is the newest of its kind where that was reported before it at last. Counters and
 * the state are not looked at.
 */
export function mergeLateValues(latest: LatestValues, record: TelemetryRecord): LatestValues {
  const { at, cyclesPerMin, temperature, humidity, latitude, longitude, machineData } = record
  const newer: Partial<LatestValues> = {}
  if (cyclesPerMin !== undefined && at > latest.speedAt) Object.assign(newer, { cyclesPerMin, speedAt: at })
  if (temperature !== undefined && at > latest.temperatureAt) Object.assign(newer, { temperature, temperatureAt: at })
  if (humidity !== undefined && at > latest.humidityAt) Object.assign(newer, { humidity, humidityAt: at })
  if (latitude !== undefined && longitude !== undefined && at > latest.positionAt)
    Object.assign(newer, { latitude, longitude, positionAt: at })
  if (machineData !== undefined) Object.assign(newer, lateData(latest, record))
  return Object.keys(newer).length === 0 ? latest : { ...latest, ...newer }
}

function lateData(latest: LatestValues, { at, machineData = {}, isPartial }: TelemetryRecord): Partial<Data> {
  const timeOf = (name: string) => latest.readingTimes.get(name) ?? latest.dataAt
  if (isPartial !== true) {
    if (at <= latest.dataAt) return {}
    const later = Object.entries(latest.machineData).filter(([name]) => timeOf(name) > at)
    const readingTimes = new Map([...latest.readingTimes].filter(([, time]) => time > at))
    return { machineData: { ...machineData, ...Object.fromEntries(later) }, dataAt: at, readingTimes }
  }
  // One that is not known is none of those that were all there were at `dataAt`.
  const newer = Object.entries(machineData).filter(([name]) => at > timeOf(name))
  if (newer.length === 0) return {}
  const readingTimes = new Map(latest.readingTimes)
  for (const [name] of newer) readingTimes.set(name, at)
  return { machineData: { ...latest.machineData, ...Object.fromEntries(newer) }, readingTimes }
}

/** Whether a record finds the machine in the state it was in, with no unknown time between. */
export function goesOn(
  previous: LatestValues | undefined,
  record: TelemetryRecord,
  machine: OfflineAfter,
): previous is LatestValues {
  if (previous === undefined || previous.stateSince === null) return false
  if (record.at > speaksUntil(machine, previous.at)) return false
  const state = stateIn(record)
  return state === undefined || state === previous.machineState
}

function reportedAt(value: number | null | undefined, { at }: TelemetryRecord, previous: number | undefined): number {
  return value === undefined ? (previous ?? Number.NEGATIVE_INFINITY) : at
}

function reported(value: number | null | undefined, previous: number | null | undefined): number | null {
  return value === undefined ? (previous ?? null) : value
}

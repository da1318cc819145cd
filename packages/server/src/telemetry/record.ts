import { MAX_CYCLES_PER_MINUTE, type ReportedState } from '@packhouse/contract'
import { type OfflineAfter, speaksUntil } from './offline-after.ts'

export type Readings = Record<string, string | number | boolean | null>

/** One record of a machine, decoded. An absent field was not reported; null means reported without a value. Times are Unix ms. */
export interface TelemetryRecord {
  machineKey: number
  at: number
  receivedAt: number
  totalCycles?: number | undefined
  totalRejects?: number | undefined
  cyclesPerMin?: number | null | undefined
  machineState?: ReportedState | undefined
  temperature?: number | null | undefined
  humidity?: number | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  machineData?: Readings | undefined
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
  machineState: ReportedState | null
  /** Since when the machine is in `machineState` without an unknown time between; null if no state is known. */
  stateSince: number | null
  temperature: number | null
  humidity: number | null
  latitude: number | null
  longitude: number | null
  machineData: Readings
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
  const machineState = record.machineState ?? previous?.machineState ?? null
  return {
    at: record.at,
    totalCycles: record.totalCycles ?? previous?.totalCycles ?? null,
    totalAt: record.totalCycles === undefined ? (previous?.totalAt ?? null) : record.at,
    totalRejects: record.totalRejects ?? previous?.totalRejects ?? null,
    rejectsAt: record.totalRejects === undefined ? (previous?.rejectsAt ?? null) : record.at,
    cyclesPerMin: reported(record.cyclesPerMin, previous?.cyclesPerMin),
    machineState,
    stateSince: machineState === null ? null : goesOn(previous, record, machine) ? previous.stateSince : record.at,
    temperature: reported(record.temperature, previous?.temperature),
    humidity: reported(record.humidity, previous?.humidity),
    latitude: reported(record.latitude, previous?.latitude),
    longitude: reported(record.longitude, previous?.longitude),
    machineData: record.machineData ?? previous?.machineData ?? {},
  }
}

/** Whether a record finds the machine in the state it was in, with no unknown time between. */
export function goesOn(
  previous: LatestValues | undefined,
  record: TelemetryRecord,
  machine: OfflineAfter,
): previous is LatestValues {
  if (previous === undefined || previous.stateSince === null) return false
  if (record.at > speaksUntil(machine, previous.at)) return false
  return record.machineState === undefined || record.machineState === previous.machineState
}

function reported(value: number | null | undefined, previous: number | null | undefined): number | null {
  return value === undefined ? (previous ?? null) : value
}

/** A silence longer than this hides how many cycles fell into it: the counter's step over it is not counted. */
export const COUNTER_GAP_LIMIT_MS = 24 * 3_600_000

const MINUTE_MS = 60_000
/** Readings that lie closer count as if they were so far apart: many machines report times to the second. */
const SHORTEST_GAP_MS = 1_000

/**
 * What a counter went on by between two readings. A counter that went back was reset: what it shows since is counted.
 * Over a silence of more than a day nothing is counted, and neither is what no machine can have made in the time between:
 * more than 100,000 cycles a minute was a misreading or a counter set by hand. The limit goes with the time, so that it is
 * 50,000 for 30 s; readings less than a second apart count as a second apart.
 * @param before the reading before; null if missing
 * @param beforeAt its time, Unix ms
 */
export function counted(
  before: number | null,
  beforeAt: number | null,
  now: number | undefined,
  nowAt: number,
): number {
  if (now === undefined || before === null || beforeAt === null) return 0
  if (nowAt - beforeAt > COUNTER_GAP_LIMIT_MS) return 0
  const step = now >= before ? now - before : now
  return step > MAX_CYCLES_PER_MINUTE * (Math.max(nowAt - beforeAt, SHORTEST_GAP_MS) / MINUTE_MS) ? 0 : step
}

import type { MachineState } from '@packhouse/contract'

export type Readings = Record<string, string | number | boolean | null>

/** One record of a machine, decoded. An absent field was not told; null was told to have no value. Times are Unix ms. */
export interface TelemetryRecord {
  machineKey: number
  at: number
  receivedAt: number
  totalCycles?: number | undefined
  cyclesPerMin?: number | undefined
  machineState?: MachineState | undefined
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
  /** Time of the record that told `totalCycles`. */
  totalAt: number | null
  cyclesPerMin: number | null
  machineState: MachineState | null
  temperature: number | null
  humidity: number | null
  latitude: number | null
  longitude: number | null
  machineData: Readings
}

/** The values after a newer record: what it does not tell stays as it was. */
export function mergeLatest(previous: LatestValues | undefined, record: TelemetryRecord): LatestValues {
  return {
    at: record.at,
    totalCycles: record.totalCycles ?? previous?.totalCycles ?? null,
    totalAt: record.totalCycles === undefined ? (previous?.totalAt ?? null) : record.at,
    cyclesPerMin: record.cyclesPerMin ?? previous?.cyclesPerMin ?? null,
    machineState: record.machineState ?? previous?.machineState ?? null,
    temperature: told(record.temperature, previous?.temperature),
    humidity: told(record.humidity, previous?.humidity),
    latitude: told(record.latitude, previous?.latitude),
    longitude: told(record.longitude, previous?.longitude),
    machineData: record.machineData ?? previous?.machineData ?? {},
  }
}

/** The values after a late record was stored: its reading of the counter may still be the newest one. */
export function mergeLate(latest: LatestValues, record: TelemetryRecord): LatestValues {
  if (record.totalCycles === undefined) return latest
  if (latest.totalAt !== null && record.at <= latest.totalAt) return latest
  return { ...latest, totalCycles: record.totalCycles, totalAt: record.at }
}

function told(value: number | null | undefined, previous: number | null | undefined): number | null {
  return value === undefined ? (previous ?? null) : value
}

/** A silence longer than this hides how many cycles fell into it: the counter's step over it is not counted. */
export const COUNTER_GAP_LIMIT_MS = 24 * 3_600_000

/**
 * Cycles between two readings of a counter. A counter that went back was reset: what it shows since is counted.
 * @param previous the reading before, and its time; undefined or null where there is none
 */
export function cyclesBetween(
  previous: Pick<LatestValues, 'totalCycles' | 'totalAt'> | undefined,
  record: Pick<TelemetryRecord, 'at' | 'totalCycles'>,
): number {
  if (record.totalCycles === undefined || previous === undefined) return 0
  if (previous.totalCycles === null || previous.totalAt === null) return 0
  if (record.at - previous.totalAt > COUNTER_GAP_LIMIT_MS) return 0
  return record.totalCycles >= previous.totalCycles ? record.totalCycles - previous.totalCycles : record.totalCycles
}

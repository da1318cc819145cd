import type { StateOrUnknown, TelemetryRecord } from '../../telemetry/index.ts'

/** A reading of a counter; its time in Unix ms. */
export interface Reading {
  at: number
  value: number
}

/** The readings of a counter on either side of a late record, no further away than a step is counted over. */
export interface Readings {
  before?: Reading | undefined
  after?: Reading | undefined
}

/** A time in one state as it is stored, Unix ms. */
export interface StoredTime {
  from: number
  to: number
  state: StateOrUnknown
}

/** A late record and what was stored on either side of it before its batch. Times are Unix ms. */
export interface LateRecord {
  readonly record: TelemetryRecord
  /** Whether it is there already. */
  isStored: boolean
  /** The next record, where it comes while the late one still speaks for the machine. */
  next?: { at: number; reportsState: boolean } | undefined
  /** Asked for only where the record reports the counter. */
  readonly cycles: Readings
  readonly rejects: Readings
  /** The last time in one state that begins before it, and the first one behind. */
  readonly times: readonly StoredTime[]
}

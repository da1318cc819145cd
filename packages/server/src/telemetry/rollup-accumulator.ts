import { counted } from './counter-step.ts'
import { type OfflineAfter, speaksUntil } from './offline-after.ts'
import { goesOn, type LatestValues, mergeLatest, type StateOrUnknown, type TelemetryRecord } from './record.ts'
import { RollupSpans } from './rollup-spans.ts'

/** A time in one state, Unix ms; what lies between two of a machine is unknown. */
export interface StateInterval {
  machineKey: number
  from: number
  to: number
  state: StateOrUnknown
}

/** What records in time order amount to. */
export class RollupAccumulator {
  readonly rollups = new RollupSpans()
  /** Those that have ended. */
  readonly intervals: StateInterval[] = []

  /**
   * Adds the next record of a machine.
   * @param known the values before it; undefined if it is the first
   * @param machine how long a record speaks for it
   * @returns the values after it
   */
  add(known: LatestValues | undefined, record: TelemetryRecord, machine: OfflineAfter): LatestValues {
    const cycles = counted(known?.totalCycles ?? null, known?.totalAt ?? null, record.totalCycles, record.at)
    const rejects = counted(known?.totalRejects ?? null, known?.rejectsAt ?? null, record.totalRejects, record.at)
    this.rollups.add(record, cycles, rejects)
    if (known !== undefined) this.#hold(known, record, machine)
    return mergeLatest(known, record, machine)
  }

  /** The state before lasts until the record, but no longer than its own record speaks for the machine. */
  #hold(known: LatestValues, record: TelemetryRecord, machine: OfflineAfter): void {
    const { machineState, stateSince, at } = known
    if (machineState === null || stateSince === null) return
    const until = Math.min(record.at, speaksUntil(machine, at))
    const { machineKey } = record
    this.rollups.addHeld(machineKey, machineState, at, until)
    if (!goesOn(known, record, machine))
      this.intervals.push({ machineKey, from: stateSince, to: until, state: machineState })
  }
}

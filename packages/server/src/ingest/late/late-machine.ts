import {
  type LatestValues,
  mergeLateValues,
  type RollupSpans,
  type StateInterval,
  type StateOrUnknown,
  stateIn,
} from '../../telemetry/index.ts'
import { CounterLine } from './counter-line.ts'
import type { LateRecord, Reading, StoredTime } from './late-record.ts'
import { StateLine } from './state-line.ts'

/** What is looked up only where a late record changes the state of those behind it. Times are Unix ms, both ends excluded. */
export interface Lookup {
  /** The first record that reports a state. */
  firstState: (machineKey: number, after: number, before: number) => Promise<number | undefined>
  /** The times in one state that begin there. */
  timesBetween: (machineKey: number, after: number, before: number) => Promise<StoredTime[]>
  /** The times of all records, in order, in pieces. */
  recordTimes: (machineKey: number, after: number, before: number) => AsyncIterable<readonly number[]>
}

interface Machine {
  key: number
  /** The newest values, of records that are stored. */
  latest: LatestValues
  /** Until when a record of a time speaks for the machine if none follows, Unix ms. A later one never speaks less far. */
  speaksUntil: (at: number) => number
}

/**
 * Puts late records of one machine, in time order, between those that are stored, and works out by how much that changes
 * what was counted: nothing but the steps of the counters and the time in each state on either side of it.
 */
export class LateMachine {
  readonly #machine: Machine
  readonly #rollups: RollupSpans
  readonly #lookup: Lookup
  readonly #cycles: CounterLine
  readonly #rejects: CounterLine
  readonly #states: StateLine
  /** The newest values but for counters and the state. */
  #values: LatestValues

  /** @param rollups where the changes are added */
  constructor(machine: Machine, rollups: RollupSpans, lookup: Lookup) {
    const { key, latest } = machine
    this.#machine = machine
    this.#rollups = rollups
    this.#lookup = lookup
    this.#cycles = new CounterLine(readingOf(latest.totalCycles, latest.totalAt))
    this.#rejects = new CounterLine(readingOf(latest.totalRejects, latest.rejectsAt))
    this.#states = new StateLine(key, latest, rollups)
    this.#values = latest
  }

  /** @param records that are new, in time order */
  async insert(records: readonly LateRecord[]): Promise<void> {
    this.#states.read(records.flatMap(({ times }) => times))
    for (const late of records) {
      this.#count(late)
      await this.#hold(late)
      this.#values = mergeLateValues(this.#values, late.record)
    }
  }

  /** How the times in each state differ now from what is stored. */
  timeChanges(): { removed: number[]; stored: StateInterval[] } {
    return this.#states.changes()
  }

  /** The newest values as they are now, where late records have changed what they go on from. */
  latest(): LatestValues | undefined {
    const { latest } = this.#machine
    const [cycles, rejects, open] = [this.#cycles.newest, this.#rejects.newest, this.#states.open]
    const changed: LatestValues = {
      ...this.#values,
      ...(cycles && { totalCycles: cycles.value, totalAt: cycles.at }),
      ...(rejects && { totalRejects: rejects.value, rejectsAt: rejects.at }),
      ...(open && { machineState: open.state, stateSince: open.since }),
    }
    const isSame =
      this.#values === latest &&
      changed.totalAt === latest.totalAt &&
      changed.rejectsAt === latest.rejectsAt &&
      changed.machineState === latest.machineState &&
      changed.stateSince === latest.stateSince
    return isSame ? undefined : changed
  }

  #count({ record, cycles: cyclesAround, rejects: rejectsAround }: LateRecord): void {
    const { key } = this.#machine
    const cycles = this.#cycles.insert(record.at, record.totalCycles, cyclesAround)
    const rejects = this.#rejects.insert(record.at, record.totalRejects, rejectsAround)
    this.#rollups.add(record, cycles.step, rejects.step)
    if (cycles.next) this.#rollups.addSteps(key, cycles.next.at, cycles.next.by, 0)
    if (rejects.next) this.#rollups.addSteps(key, rejects.next.at, 0, rejects.next.by)
  }

  async #hold(late: LateRecord): Promise<void> {
    const { at } = late.record
    const before = this.#states.stateBefore(at)
    const state = stateIn(late.record) ?? before
    if (state === undefined) return
    if (state !== before) await this.#applyState(late, before, state)
    this.#addBetween(at, late.next?.at ?? Number.POSITIVE_INFINITY, state)
  }

  /** What lies behind the newest record is counted with the next one. */
  #spokenUntil(at: number): number {
    return Math.min(this.#machine.speaksUntil(at), this.#machine.latest.at)
  }

  /** From a state that was not known there until the next one is reported, the machine is in it. */
  async #applyState(late: LateRecord, before: StateOrUnknown | undefined, state: StateOrUnknown): Promise<void> {
    const { at } = late.record
    if (before === undefined) {
      await this.#reportsFirst(late, state)
      return
    }
    const until = await this.#toldAgain(late, before)
    const end = until ?? Number.POSITIVE_INFINITY
    // What touches the end may join, so it is read as well.
    if (end !== late.next?.at) this.#states.read(await this.#lookup.timesBetween(this.#machine.key, at, end + 1))
    this.#states.change(at, end, state)
  }

  /** When a state is reported next; undefined if none is until the newest record. */
  async #toldAgain({ record: { at }, next }: LateRecord, before: StateOrUnknown): Promise<number | undefined> {
    if (next?.reportsState === true) return next.at
    const { key, latest } = this.#machine
    // Another state begins with a record that reports it.
    const other = this.#states.otherAfter(at, before)
    return (await this.#lookup.firstState(key, at, other ?? latest.at + 1)) ?? other
  }

  /** No state was known until the first one that is stored: there are records behind of which none was held. */
  async #reportsFirst({ record: { at }, next }: LateRecord, state: StateOrUnknown): Promise<void> {
    const { key, latest } = this.#machine
    const known = this.#states.otherAfter(at)
    const end = known ?? latest.at
    if (next !== undefined && next.at === known) return
    let last: number | undefined
    for await (const times of this.#lookup.recordTimes(key, at, end)) {
      for (const time of times) {
        if (last !== undefined) this.#addBetween(last, time, state)
        last = time
      }
    }
    if (last !== undefined) this.#addBetween(last, end, state)
    if (known === undefined) this.#states.begin(state)
  }

  /** From one record to the next, or as long as the first speaks. */
  #addBetween(at: number, next: number, state: StateOrUnknown): void {
    this.#states.add(at, Math.min(next, this.#spokenUntil(at)), state)
  }
}

function readingOf(value: number | null, at: number | null): Reading | undefined {
  return value === null || at === null ? undefined : { at, value }
}

import type { LatestValues, RollupSpans, StateInterval, StateOrUnknown } from '../../telemetry/index.ts'
import type { StoredTime } from './late-record.ts'

interface LineTime extends StoredTime {
  isOpen: boolean
}

/**
 * The times in each state of one machine, as far as late records change them. Touching times in the same state are one.
 * The last time is open: it ends at the newest record and goes on with the next one.
 */
export class StateLine {
  readonly #machineKey: number
  readonly #newest: number
  readonly #rollups: RollupSpans
  /** What was read, by its start: how it was before. */
  readonly #read = new Map<number, StoredTime>()
  #times: LineTime[] = []

  /** @param rollups where each change of the time in a state is added */
  constructor(machineKey: number, latest: LatestValues, rollups: RollupSpans) {
    this.#machineKey = machineKey
    this.#newest = latest.at
    this.#rollups = rollups
    const { machineState: state, stateSince } = latest
    if (state !== null && stateSince !== null)
      this.#times.push({ from: stateSince, to: latest.at, state, isOpen: true })
  }

  /** Adds stored times; those that were read before may have changed here in the meantime and stay as they are. */
  read(times: readonly StoredTime[]): void {
    for (const time of times) {
      if (this.#read.has(time.from)) continue
      this.#read.set(time.from, time)
      this.#times.push({ ...time, isOpen: false })
    }
    this.#times.sort(inOrder)
  }

  /** The state that was reported last before a time. */
  stateBefore(at: number): StateOrUnknown | undefined {
    return this.#times.findLast(({ from }) => from < at)?.state
  }

  /** Start of the first time behind `at` in another state than `state`; in any where none is given. */
  otherAfter(at: number, state?: StateOrUnknown): number | undefined {
    return this.#times.find((time) => time.from > at && time.state !== state)?.from
  }

  /** Since when and in what state the machine is; undefined if no state is known. */
  get open(): { state: StateOrUnknown; since: number } | undefined {
    const open = this.#times.find(({ isOpen }) => isOpen)
    return open && { state: open.state, since: open.from }
  }

  /** Adds a time in a state, where none is known yet. All that is stored between must have been read. */
  add(from: number, to: number, state: StateOrUnknown): void {
    let known = from
    for (const time of this.#times.filter((other) => other.from < to && other.to > from)) {
      if (time.from > known) this.#put(known, time.from, state)
      known = Math.max(known, time.to)
    }
    if (known < to) this.#put(known, to, state)
    this.#join()
  }

  /** Opens a time in a state that begins with the newest record. */
  begin(state: StateOrUnknown): void {
    this.#times.push({ from: this.#newest, to: this.#newest, state, isOpen: true })
    this.#join()
  }

  /** Says of the times between that they are in another state. All that is stored between must have been read. */
  change(from: number, to: number, state: StateOrUnknown): void {
    this.#times = this.#times.flatMap((time) => this.#changed(time, [from, to], state))
    this.#join()
  }

  /** How what was read differs now. */
  changes(): { removed: number[]; stored: StateInterval[] } {
    const closed = this.#times.filter(({ isOpen }) => !isOpen)
    const remaining = new Set(closed.map(({ from }) => from))
    const isNew = ({ from, to, state }: StoredTime) => {
      const before = this.#read.get(from)
      return before?.to !== to || before.state !== state
    }
    const machineKey = this.#machineKey
    return {
      removed: [...this.#read.keys()].filter((from) => !remaining.has(from)),
      stored: closed.filter(isNew).map(({ from, to, state }) => ({ machineKey, from, to, state })),
    }
  }

  #put(from: number, to: number, state: StateOrUnknown): void {
    this.#times.push({ from, to, state, isOpen: false })
    this.#rollups.addHeld(this.#machineKey, state, from, to)
  }

  #changed(time: LineTime, [from, to]: readonly [number, number], state: StateOrUnknown): LineTime[] {
    const start = Math.max(time.from, from)
    const end = Math.min(time.to, to)
    // An open time without length is a state all the same.
    const goesOn = time.isOpen && time.to < to
    if (start > end || (start === end && !goesOn) || time.from >= to) return [time]
    this.#rollups.moveHeld(this.#machineKey, [time.state, state], start, end)
    const parts = [{ from: start, to: end, state, isOpen: goesOn }]
    if (time.from < start) parts.unshift({ ...time, to: start, isOpen: false })
    if (time.to > end || (time.isOpen && !goesOn)) parts.push({ ...time, from: end })
    return parts
  }

  #join(): void {
    const joined: LineTime[] = []
    for (const time of this.#times.sort(inOrder)) {
      const last = joined.at(-1)
      if (last === undefined || last.to !== time.from || last.state !== time.state) joined.push(time)
      else joined[joined.length - 1] = { ...last, to: time.to, isOpen: time.isOpen }
    }
    this.#times = joined
  }
}

function inOrder(a: StoredTime, b: StoredTime): number {
  return a.from - b.from || a.to - b.to
}

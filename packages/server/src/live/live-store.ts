import { clock } from '../platform/clock.ts'
import { type LatestValues, MINUTE_MS, startOf } from '../telemetry/index.ts'
import { LiveMachine } from './live-machine.ts'
import type { MachineEntry } from './machines.ts'
import type { RingMinute } from './minute-ring.ts'

/** What a committed batch changed of one machine. */
export interface MachineUpdate {
  machineKey: number
  /** Absent where only late records came. */
  latest?: LatestValues | undefined
  /** What minutes grew by, in time order. */
  added: readonly RingMinute[]
  /** What late records changed minutes by. */
  corrected: readonly RingMinute[]
  /** Minutes that were read again, since it was unknown what was stored. */
  reread: readonly RingMinute[]
}

/**
 * The newest values and the last three hours of every machine, in memory: what the overview and the live stream read.
 * Every change gets a version. Versions rise with time over restarts too, since they are microseconds since the epoch:
 * a client that comes back with an older one gets whatever changed since.
 */
export class LiveStore {
  readonly #byID = new Map<string, LiveMachine>()
  readonly #byKey = new Map<number, LiveMachine>()
  #listed: LiveMachine[] | undefined
  #version = 0
  readonly #listeners = new Set<(machine: LiveMachine) => void>()

  get version(): number {
    return this.#version
  }

  /** All machines in the order of their machineID. */
  machines(): readonly LiveMachine[] {
    this.#listed ??= [...this.#byID.values()].sort((a, b) => (a.entry.machineID < b.entry.machineID ? -1 : 1))
    return this.#listed
  }

  byID(machineID: string): LiveMachine | undefined {
    return this.#byID.get(machineID)
  }

  byKey(key: number): LiveMachine | undefined {
    return this.#byKey.get(key)
  }

  /** Adds a machine, or takes over what was changed of its registration. */
  register(entry: MachineEntry): LiveMachine {
    const same = this.#byID.get(entry.machineID)
    // Another one that was registered after the one of that name was removed for good.
    if (same !== undefined && same.entry.key !== entry.key) this.remove(same)
    const known = this.#byID.get(entry.machineID)
    if (known === undefined) {
      const machine = new LiveMachine(entry)
      this.#byID.set(entry.machineID, machine)
      this.#byKey.set(entry.key, machine)
      this.#listed = undefined
      this.touch(machine)
      return machine
    }
    if (JSON.stringify(known.entry) !== JSON.stringify(entry)) {
      known.entry = entry
      this.touch(known)
    }
    return known
  }

  /** Forgets a machine that was removed for good; whoever listens sees it retire. */
  remove(machine: LiveMachine): void {
    const { entry } = machine
    if (this.#byID.get(entry.machineID) === machine) this.#byID.delete(entry.machineID)
    this.#byKey.delete(entry.key)
    this.#listed = undefined
    machine.entry = { ...entry, retired: true }
    this.touch(machine)
  }

  /** Takes over what a batch has committed. @param now Unix ms */
  apply(updates: readonly MachineUpdate[], now: number): void {
    for (const update of updates) {
      const machine = this.#byKey.get(update.machineKey)
      if (machine === undefined) continue
      if (update.latest !== undefined) machine.values = update.latest
      for (const minute of update.added) machine.ring.add(minute)
      for (const minute of update.corrected) machine.ring.add(minute)
      for (const minute of update.reread) machine.ring.set(minute)
      machine.online = machine.isFresh(now)
      this.touch(machine)
      if (changesPast(update, machine.values, now)) machine.historyVersion = machine.version
    }
  }

  /** Takes over newest values as they were stored, behind rings that were filled before. @param now Unix ms */
  restore(newest: ReadonlyMap<number, LatestValues>, now: number): void {
    for (const [key, latest] of newest) {
      const machine = this.#byKey.get(key)
      if (machine === undefined) continue
      machine.values = latest
      machine.online = machine.isFresh(now)
      this.touch(machine)
      machine.historyVersion = machine.version
    }
  }

  /** Finds the machines whose data have become stale (or fresh, by a changed limit). @param now Unix ms */
  checkFreshness(now: number): void {
    for (const machine of this.#byID.values()) {
      const online = machine.isFresh(now)
      if (online === machine.online) continue
      machine.online = online
      this.touch(machine)
    }
  }

  /** Shows at a machine what is wrong with a connection that fetches its data. @param words none where nothing is */
  showIssues(machine: LiveMachine, connection: string, words: readonly string[]): void {
    const issues = new Map(machine.sourceIssues)
    if (words.length > 0) issues.set(connection, words)
    else if (!issues.delete(connection)) return
    machine.sourceIssues = issues
    this.touch(machine)
  }

  /** @returns a function that ends the subscription */
  onChange(listener: (machine: LiveMachine) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives the machine a new version and reports who listens. */
  touch(machine: LiveMachine): void {
    this.#version = Math.max(this.#version + 1, clock.now() * 1000)
    machine.version = this.#version
    for (const listener of this.#listeners) listener(machine)
  }
}

/** Whether a batch changed minutes that readers take for over: their own last one, and that before now. */
function changesPast(update: MachineUpdate, values: LatestValues | undefined, now: number): boolean {
  const past = startOf(now, MINUTE_MS) - MINUTE_MS
  const over = Math.max(past, startOf(values?.at ?? 0, MINUTE_MS))
  return (
    update.reread.length > 0 || update.added.some(({ at }) => at < past) || update.corrected.some(({ at }) => at < over)
  )
}

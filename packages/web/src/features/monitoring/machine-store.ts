import type { HistoryState, Machine, MachineDifference, MachineDifferences } from '@packhouse/contract'
import { type MachineStatus, machineStatus } from '../../entities/machine/status.ts'
import { joinChanges, mergeChange, sameMachine } from './merge-machine.ts'

export interface RosterEntry {
  readonly id: string
  readonly status: MachineStatus
  readonly state: HistoryState
  /** Since when it has been offline, or in its state; ISO 8601, null where that is unknown. */
  readonly since: string | null
  readonly customer: string | null
}

type Listener = () => void

/** Runs a function with the next painted frame. */
type Schedule = (run: () => void) => void

/**
 * The machines of the overview. A card listens to its own machine, the page to the roster (which machines there are and
 * what they are counted, filtered and sorted by), so a live change draws one card and nothing else. Changes are gathered and applied once per frame.
 */
export class MachineStore {
  #machines = new Map<string, Machine>()
  #roster: readonly RosterEntry[] | undefined
  #rosterListeners = new Set<Listener>()
  #machineListeners = new Map<string, Set<Listener>>()
  #pending = new Map<string, MachineDifference>()
  #changedAt = new Map<string, number>()
  #schedule: Schedule

  constructor(schedule: Schedule = (run) => requestAnimationFrame(run)) {
    this.#schedule = schedule
  }

  /** Which machines there are, in the server's order; undefined until the first answer or failure. */
  readonly roster = (): readonly RosterEntry[] | undefined => this.#roster

  machine(id: string): Machine | undefined {
    return this.#machines.get(id)
  }

  readonly subscribeRoster = (listener: Listener): Listener => {
    this.#rosterListeners.add(listener)
    return () => this.#rosterListeners.delete(listener)
  }

  subscribeMachine(id: string, listener: Listener): Listener {
    const listeners = this.#machineListeners.get(id) ?? new Set()
    this.#machineListeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#machineListeners.get(id) === listeners) this.#machineListeners.delete(id)
    }
  }

  /**
   * Takes a whole list that was asked for at `requestedAt`. A machine that changed live since then keeps its change:
   * the list may have been written before it.
   */
  setList(machines: readonly Machine[], requestedAt: number): void {
    const before = this.#machines
    this.#machines = new Map()
    const changed: string[] = []
    for (const machine of machines) {
      const held = before.get(machine.machineID)
      const keep = held && (this.#changedSince(machine.machineID, requestedAt) || sameMachine(held, machine))
      this.#machines.set(machine.machineID, keep ? held : machine)
      if (!keep) changed.push(machine.machineID)
    }
    this.#announce(changed)
    // What came before the list was asked for is part of it.
    for (const id of this.#pending.keys()) if (!this.#changedSince(id, requestedAt)) this.#pending.delete(id)
    this.#flush()
  }

  /** Empties the list: what could not be fetched is not shown as if it were known. */
  clear(): void {
    this.setList([], Number.POSITIVE_INFINITY)
    this.#pending.clear()
  }

  /** Takes live changes; they show with the next frame. A machine that is not in the list waits for the next list. */
  applyChanges({ machines }: MachineDifferences, now: number = performance.now()): void {
    if (this.#pending.size === 0) this.#schedule(() => this.#flush())
    for (const change of machines) {
      this.#pending.set(change.machineID, joinChanges(this.#pending.get(change.machineID), change))
      this.#changedAt.set(change.machineID, now)
    }
  }

  #flush(): void {
    // Before the first list nobody knows which machines there are; "none" would be a wrong answer.
    if (this.#roster === undefined || this.#pending.size === 0) return
    const changed: string[] = []
    for (const [id, change] of this.#pending) {
      const machine = this.#machines.get(id)
      if (!machine) continue
      this.#machines.set(id, mergeChange(machine, change))
      changed.push(id)
    }
    this.#pending.clear()
    this.#announce(changed)
  }

  #changedSince(id: string, moment: number): boolean {
    const changedAt = this.#changedAt.get(id)
    return changedAt !== undefined && changedAt > moment
  }

  #announce(changed: readonly string[]): void {
    for (const id of changed) for (const listener of this.#machineListeners.get(id) ?? []) listener()
    const roster = nextRoster(this.#roster, this.#machines, new Set(changed))
    if (roster === this.#roster) return
    this.#roster = roster
    for (const listener of this.#rosterListeners) listener()
  }
}

/** The roster of `machines`: the one before when nothing of it changed, with the entries before where they still hold. */
function nextRoster(
  before: readonly RosterEntry[] | undefined,
  machines: ReadonlyMap<string, Machine>,
  changed: ReadonlySet<string>,
): readonly RosterEntry[] {
  let same = before?.length === machines.size
  const roster = Array.from(machines.values(), (machine, i) => {
    const held = before?.[i]
    if (held?.id === machine.machineID && !changed.has(held.id)) return held
    const entry = rosterEntry(machine)
    if (held && sameEntry(held, entry)) return held
    same = false
    return entry
  })
  return same && before ? before : roster
}

function rosterEntry(machine: Machine): RosterEntry {
  const status = machineStatus(machine)
  const { machineID: id, machineState, customer } = machine
  const since = status === 'offline' ? machine.lastSeen : machine.stateSince
  return { id, status, state: machineState ?? 'Unknown', since, customer }
}

function sameEntry(a: RosterEntry, b: RosterEntry): boolean {
  return (Object.keys(a) as (keyof RosterEntry)[]).every((key) => a[key] === b[key])
}

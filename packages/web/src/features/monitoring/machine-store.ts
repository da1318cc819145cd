import type { Machine, MachineChange, MachineChanges } from '@packhouse/contract'
import { type MachineStatus, machineStatus } from '../../entities/machine/status.ts'
import { mergeChange, mergeEntries, sameMachine } from './merge-machine.ts'

export interface RosterEntry {
  readonly id: string
  readonly status: MachineStatus
}

type Listener = () => void

/** Runs a function with the next painted frame. */
type Schedule = (run: () => void) => void

/**
 * The machines of the overview. A card listens to its own machine, the page to the roster (which machines there are and
 * their status), so a live change draws one card and nothing else. Changes are gathered and applied once per frame.
 */
export class MachineStore {
  #machines = new Map<string, Machine>()
  #roster: readonly RosterEntry[] | undefined
  #rosterListeners = new Set<Listener>()
  #machineListeners = new Map<string, Set<Listener>>()
  #pending = new Map<string, MachineChange>()
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
  applyChanges({ machines }: MachineChanges, now: number = performance.now()): void {
    if (this.#pending.size === 0) this.#schedule(() => this.#flush())
    for (const change of machines) {
      const waiting = this.#pending.get(change.machineID)
      this.#pending.set(change.machineID, waiting ? joinChanges(waiting, change) : change)
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
    const roster = nextRoster(this.#roster, this.#machines)
    if (roster === this.#roster) return
    this.#roster = roster
    for (const listener of this.#rosterListeners) listener()
  }
}

/** Two changes of one machine as one: the later values, the entries of both. */
function joinChanges(earlier: MachineChange, later: MachineChange): MachineChange {
  const entries = mergeEntries(earlier.cycleCounts.entries, later.cycleCounts.entries)
  return { ...later, cycleCounts: { ...later.cycleCounts, entries } }
}

/** The roster of `machines`: the one before when nothing of it changed, with the entries before where they still hold. */
function nextRoster(
  before: readonly RosterEntry[] | undefined,
  machines: ReadonlyMap<string, Machine>,
): readonly RosterEntry[] {
  let same = before?.length === machines.size
  const roster = [...machines.values()].map((machine, i) => {
    const held = before?.[i]
    const status = machineStatus(machine.online)
    if (held && held.id === machine.machineID && held.status === status) return held
    same = false
    return { id: machine.machineID, status }
  })
  return same && before ? before : roster
}

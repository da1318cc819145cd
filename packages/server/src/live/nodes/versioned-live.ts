import { clock } from '../../platform/clock.ts'
import { hintOf, type MachineChange } from '../live-feed.ts'
import type { LiveStore } from '../live-store.ts'

/** A change whose predecessor has not come is waited for so long: it is on its way from another node. */
const GRACE_MS = 300
/** A machine that is not registered here is waited for so long; then nobody knows it. */
const REGISTRATION_MS = 10_000
/** So many machines are read again at once. */
const READ_AT_ONCE = 1_000
/** Of a machine that waits no more changes are stored: it is read again anyway. */
const MOST_WAITING = 20

/** Reads what is stored of machines. */
export interface StoredLive {
  /** Fills the live store with all there is. @returns the versions of the machines */
  restore: (live: LiveStore) => Promise<Map<number, number>>
  /** The versions of all machines that have published. */
  versions: () => Promise<Map<number, number>>
  /** Machines with their newest values and all minutes that the live store shows, of one moment. */
  read: (keys: readonly number[]) => Promise<MachineChange[]>
}

interface Behind {
  changes: MachineChange[]
  /** By clock.monotonic(). */
  since: number
}

export interface VersionedLiveParts {
  live: LiveStore
  stored: StoredLive
  /** Takes over machines that were registered by others. */
  refreshMachines: () => Promise<void>
}

/**
 * Applies changes of all nodes to the live store, each machine's in the order of its versions and each once. Where one is missing, the machine is
 * read from the database: whatever way changes come, the store ends up with what is stored.
 */
export class VersionedLive {
  readonly #parts: VersionedLiveParts
  readonly #known = new Map<number, number>()
  readonly #behind = new Map<number, Behind>()
  readonly #onApplied: (changes: readonly MachineChange[]) => void
  #isRestored = false

  constructor(parts: VersionedLiveParts, onApplied: (changes: readonly MachineChange[]) => void) {
    this.#parts = parts
    this.#onApplied = onApplied
  }

  /** Begins with what is stored. What comes in the meantime is applied behind it. */
  async restore(): Promise<void> {
    const { stored, live } = this.#parts
    for (const [key, version] of await stored.restore(live)) this.#known.set(key, version)
    this.#isRestored = true
    const applied: MachineChange[] = []
    for (const key of this.#behind.keys()) this.#release(key, applied)
    if (applied.length > 0) this.#onApplied(applied)
  }

  take(changes: readonly MachineChange[]): void {
    const applied: MachineChange[] = []
    for (const change of changes) {
      if (this.#goesOn(change)) this.#apply(change, applied)
      else if (change.version > this.#versionOf(change.machineKey)) this.#wait(change)
    }
    if (applied.length > 0) this.#onApplied(applied)
  }

  /** Looks for machines of which changes were missed. */
  async compare(): Promise<void> {
    const versions = await this.#parts.stored.versions()
    this.take([...versions].map(([machineKey, version]) => hintOf(machineKey, version)))
  }

  /** Reads machines again whose changes have waited for long enough. @param now by clock.monotonic() */
  async settle(now = clock.monotonic()): Promise<void> {
    const due = [...this.#behind].filter(([, { since }]) => now - since >= GRACE_MS)
    if (due.length === 0) return
    const { live, stored, refreshMachines } = this.#parts
    if (due.some(([key]) => live.byKey(key) === undefined)) await refreshMachines()
    const keys: number[] = []
    for (const [key, { since }] of due) {
      if (live.byKey(key) !== undefined) keys.push(key)
      else if (now - since > REGISTRATION_MS) this.#behind.delete(key)
    }
    for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
      const some = keys.slice(start, start + READ_AT_ONCE)
      const read = await stored.read(some)
      const found = new Set(read.map(({ machineKey }) => machineKey))
      for (const key of some) if (!found.has(key)) this.#behind.delete(key)
      // One that was applied in the meantime is newer than what was read.
      const newer = read.filter(({ machineKey, version }) => version > this.#versionOf(machineKey))
      const applied: MachineChange[] = []
      for (const change of newer) this.#apply(change, applied)
      for (const { machineKey } of read) this.#release(machineKey, applied)
      if (applied.length > 0) this.#onApplied(applied)
    }
  }

  #versionOf(key: number): number {
    return this.#known.get(key) ?? 0
  }

  #goesOn({ machineKey, since, version }: MachineChange): boolean {
    if (!this.#isRestored || since === version || since !== this.#versionOf(machineKey)) return false
    return this.#parts.live.byKey(machineKey) !== undefined
  }

  #apply(change: MachineChange, applied: MachineChange[]): void {
    const { machineKey, version } = change
    this.#parts.live.apply([change], clock.now())
    this.#known.set(machineKey, version)
    applied.push(change)
    this.#release(machineKey, applied)
  }

  /** Applies what has waited for the version that is known now. */
  #release(key: number, applied: MachineChange[]): void {
    const behind = this.#behind.get(key)
    if (behind === undefined) return
    const known = this.#versionOf(key)
    behind.changes = behind.changes.filter(({ version }) => version > known)
    const next = behind.changes.find((change) => this.#goesOn(change))
    if (next !== undefined) this.#apply(next, applied)
    else if (behind.changes.length === 0) this.#behind.delete(key)
  }

  #wait(change: MachineChange): void {
    const { machineKey, version } = change
    const behind = this.#behind.get(machineKey) ?? { changes: [], since: clock.monotonic() }
    this.#behind.set(machineKey, behind)
    if (behind.changes.length < MOST_WAITING) behind.changes.push(change)
    else behind.changes = [hintOf(machineKey, Math.max(version, ...behind.changes.map((one) => one.version)))]
  }
}

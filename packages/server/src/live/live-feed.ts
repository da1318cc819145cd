import type { MachineUpdate } from './live-store.ts'

/** What one transaction, or several in a row, changed of a machine. */
export interface MachineChange extends MachineUpdate {
  /**
   * Version of the machine's newest values before the change. Whoever knows the machine as it was then can go on with the change; anyone else
   * reads it from the database. Both versions are 0 where one process stores all telemetry.
   */
  since: number
  version: number
}

/** Brings what was committed to the live store of this process, and to those of other processes where there are any. */
export interface LiveFeed {
  /** Hands on what was committed. It neither waits nor throws: what is lost on the way is read from the database. */
  publish: (changes: readonly MachineChange[]) => void
  /**
   * Reports changes of any process once the live store of this one has them, each machine's in the order of their commits. After a gap a change
   * has no minutes of its own, but those that were read again.
   * @returns a function that ends the subscription
   */
  follow: (listener: (changes: readonly MachineChange[]) => void) => () => void
}

/** A change that says nothing but which version there is. */
export function hintOf(machineKey: number, version: number): MachineChange {
  return { machineKey, added: [], corrected: [], reread: [], since: version, version }
}

import { clock } from '../../platform/clock.ts'
import type { LiveMachine } from '../live-machine.ts'
import type { LiveStore } from '../live-store.ts'
import type { MachinePresence, Presence } from './feed-message.ts'

/** How often all of it is said again, for nodes that have started since or have missed something. */
const WHOLE_MS = 5_000

/** Which machines are connected to this node, sent to the other nodes as far as it has changed. */
export class OwnPresence {
  readonly #live: LiveStore
  /** What was sent last, by machine; machines that are not connected and have no issues are left out. */
  #sent = new Map<number, string>()
  #round = 0
  #wholeAt = Number.NEGATIVE_INFINITY

  constructor(live: LiveStore) {
    this.#live = live
  }

  /** What is to be sent now. From time to time all of it is sent, also where nothing has changed. @param now by clock.monotonic() */
  next(now = clock.monotonic()): Presence | undefined {
    const isWhole = now - this.#wholeAt >= WHOLE_MS
    const sent = new Map<number, string>()
    const machines: MachinePresence[] = []
    for (const machine of this.#live.machines()) {
      if (machine.connections === 0 && machine.sourceIssues.size === 0) continue
      const presence = this.#presenceOf(machine)
      if (!presence.isConnected && presence.issues.length === 0) continue
      const { machineKey } = presence
      // Most are connected and nothing is wrong.
      const text = presence.issues.length === 0 ? '' : JSON.stringify(presence)
      sent.set(machineKey, text)
      if (isWhole || this.#sent.get(machineKey) !== text) machines.push(presence)
    }
    for (const machineKey of this.#sent.keys())
      if (!sent.has(machineKey)) machines.push({ machineKey, isConnected: false, issues: [] })
    this.#sent = sent
    if (!isWhole) return machines.length === 0 ? undefined : { round: this.#round, isLast: false, machines }
    this.#wholeAt = now
    this.#round += 1
    return { round: this.#round, isLast: true, machines }
  }

  /** What other nodes say of the machine is not repeated. */
  #presenceOf(machine: LiveMachine): MachinePresence {
    const issues = [...machine.sourceIssues].filter(([connection]) => !machine.foreignIssues.has(connection))
    return { machineKey: machine.entry.key, isConnected: machine.connections > 0, issues }
  }
}

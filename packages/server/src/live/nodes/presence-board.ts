import { clock } from '../../platform/clock.ts'
import type { LiveMachine } from '../live-machine.ts'
import type { LiveStore } from '../live-store.ts'
import type { MachinePresence, Presence } from './feed-message.ts'

/** A node that says nothing for so long is gone, with all that was connected to it. */
const SILENT_MS = 15_000

interface NodePresence {
  round: number
  heardAt: number
  /** The round in which a machine was named last, and the connections of which something was said. */
  machines: Map<number, { round: number; connections: string[] }>
}

/** Which machines are connected to other nodes, as the live store shows it. */
export class PresenceBoard {
  readonly #live: LiveStore
  readonly #nodes = new Map<string, NodePresence>()

  constructor(live: LiveStore) {
    this.#live = live
  }

  /** @param now by clock.monotonic() */
  take(node: string, { round, isLast, machines }: Presence, now = clock.monotonic()): void {
    const known = this.#nodes.get(node) ?? { round, heardAt: now, machines: new Map() }
    known.round = Math.max(known.round, round)
    known.heardAt = now
    this.#nodes.set(node, known)
    for (const machine of machines) this.#show(node, known, machine)
    if (!isLast) return
    for (const [key, { round: last }] of known.machines) if (last < known.round) this.#clear(node, known, key)
  }

  /** Forgets nodes that are gone. @param now by clock.monotonic() */
  review(now = clock.monotonic()): void {
    for (const [node, known] of this.#nodes) {
      if (now - known.heardAt < SILENT_MS) continue
      for (const key of known.machines.keys()) this.#clear(node, known, key)
      this.#nodes.delete(node)
    }
  }

  #show(node: string, known: NodePresence, { machineKey, isConnected, issues }: MachinePresence): void {
    const names = issues.map(([connection]) => connection)
    const before = known.machines.get(machineKey)?.connections ?? []
    if (isConnected || issues.length > 0) known.machines.set(machineKey, { round: known.round, connections: names })
    else known.machines.delete(machineKey)
    const machine = this.#live.byKey(machineKey)
    if (machine === undefined) return
    for (const connection of before) if (!names.includes(connection)) this.#showIssues(machine, connection, [])
    for (const [connection, words] of issues) this.#showIssues(machine, connection, words)
    const wasConnected = machine.isConnected
    machine.connectedNodes = withMember(machine.connectedNodes, node, isConnected)
    if (machine.isConnected !== wasConnected) this.#live.touch(machine)
  }

  #showIssues(machine: LiveMachine, connection: string, words: readonly string[]): void {
    // A connection that has come to this node is shown by what this node says.
    if (words.length === 0 && !machine.foreignIssues.has(connection)) return
    machine.foreignIssues = withMember(machine.foreignIssues, connection, words.length > 0)
    if (String(machine.sourceIssues.get(connection) ?? '') !== String(words))
      this.#live.showIssues(machine, connection, words)
  }

  #clear(node: string, known: NodePresence, machineKey: number): void {
    this.#show(node, known, { machineKey, isConnected: false, issues: [] })
  }
}

/** @returns the set itself where it is right already: nodes report all their machines again and again */
function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  if (set.has(member) === isIn) return set
  return isIn ? new Set([...set, member]) : new Set([...set].filter((one) => one !== member))
}

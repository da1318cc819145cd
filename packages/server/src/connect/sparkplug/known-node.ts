import type { LiveMachine, LiveStore } from '../../live/index.ts'
import { EdgeNode } from './edge-node.ts'
import type { MachineNames } from './machine-names.ts'
import type { Room } from './metric-table.ts'

/** An edge node that was heard of, with the machines behind it. */
export interface KnownNode {
  group: string
  name: string
  node: EdgeNode
  askedAt: number
  /** The machines that were born and have not died, by device. */
  connected: Map<string, LiveMachine>
  /** The newest record of each device, and when it says it was: two in one millisecond are still two. */
  newest: Map<string, { seq: number | undefined; said: number; at: number }>
}

export function newKnownNode(group: string, name: string, room: Room): KnownNode {
  const node = new EdgeNode(room)
  return { group, name, node, askedAt: Number.NEGATIVE_INFINITY, connected: new Map(), newest: new Map() }
}

/** Reports the live store which machines are connected through the edge nodes of one owner. */
export class DeviceConnections {
  readonly #live: Pick<LiveStore, 'touch'>
  readonly #names: MachineNames
  readonly #owner: string

  constructor({ live, names }: { live: Pick<LiveStore, 'touch'>; names: MachineNames }, owner: string) {
    this.#live = live
    this.#names = names
    this.#owner = owner
  }

  connect(known: KnownNode, device = '', machine: LiveMachine): void {
    if (known.connected.has(device)) return
    known.connected.set(device, machine)
    machine.connections += 1
    this.#live.touch(machine)
  }

  end(known: KnownNode, device: string): void {
    const machine = known.connected.get(device)
    if (machine === undefined) return
    known.connected.delete(device)
    this.#names.release(this.#owner, { group: known.group, node: known.name, device })
    machine.connections -= 1
    this.#live.touch(machine)
  }

  endAll(known: KnownNode): void {
    for (const device of [...known.connected.keys()]) this.end(known, device)
  }
}

/** The time of a record: one millisecond on where the message before had the same, so that both are stored. */
export function timeFor(known: KnownNode, device: string, seq: number | undefined, at: number): number {
  const newest = known.newest.get(device)
  const isSame = newest?.said === at
  const own = !isSame ? at : newest.seq === seq ? newest.at : newest.at + 1
  known.newest.set(device, { seq, said: at, at: own })
  return own
}

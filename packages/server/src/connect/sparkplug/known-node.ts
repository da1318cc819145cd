import type { LiveMachine, LiveStore } from '../../live/index.ts'
import type { AliveDevice } from './alive-device.ts'
import type { NodeRoutes } from './commands.ts'
import { EdgeNode } from './edge-node.ts'
import type { MachineNames } from './machine-names.ts'
import { MessageOrder } from './message-order.ts'
import type { Room } from './metric-table.ts'

/** An edge node that was heard of, with the machines behind it. */
export interface KnownNode {
  group: string
  name: string
  node: EdgeNode
  order: MessageOrder
  askedAt: number
  /** What was born and has not died, by device; '' is the node itself. */
  alive: Map<string, AliveDevice>
}

export function newKnownNode(group: string, name: string, room: Room): KnownNode {
  const node = new EdgeNode(room)
  const askedAt = Number.NEGATIVE_INFINITY
  return { group, name, node, order: new MessageOrder(), askedAt, alive: new Map() }
}

/** Reports the live store which machines are connected through the edge nodes of one owner. */
export class DeviceConnections {
  readonly #live: Pick<LiveStore, 'touch'>
  readonly #names: MachineNames
  readonly #owner: string
  readonly #routes: NodeRoutes

  constructor(
    { live, names }: { live: Pick<LiveStore, 'touch'>; names: MachineNames },
    owner: string,
    routes: NodeRoutes,
  ) {
    this.#routes = routes
    this.#live = live
    this.#names = names
    this.#owner = owner
  }

  /** @param connection over which the message has come */
  connect(known: KnownNode, device: string, alive: AliveDevice, machine: LiveMachine, connection: number): void {
    if (!alive.begin(machine, connection)) return
    this.#routes.open(known, device, machine, alive.device)
    machine.connections += 1
    this.#live.touch(machine)
  }

  /** @returns what was alive until now */
  end(known: KnownNode, device: string): AliveDevice | undefined {
    const alive = known.alive.get(device)
    if (alive === undefined) return undefined
    known.alive.delete(device)
    this.#disconnect(known, device, alive)
    return alive
  }

  /** @returns all that was alive until now */
  endAll(known: KnownNode): AliveDevice[] {
    return [...known.alive.keys()].flatMap((device) => this.end(known, device) ?? [])
  }

  /** Our connection to them is gone: they are no longer connected, and may yet die. */
  loseAll(known: KnownNode): void {
    for (const [device, alive] of known.alive) this.#disconnect(known, device, alive)
  }

  #disconnect(known: KnownNode, device: string, alive: AliveDevice): void {
    this.#routes.close(known, device)
    this.#names.release(this.#owner, { group: known.group, node: known.name, device })
    const machine = alive.end()
    if (machine !== undefined) {
      machine.connections -= 1
      this.#live.touch(machine)
    }
  }
}

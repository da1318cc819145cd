import type { SparkplugTopic } from './topic.ts'

/** Where a device is named. */
export type DeviceTopic = Pick<SparkplugTopic, 'group' | 'node'> & { device: string }

/**
 * Which machine a device of an edge node is. Its own name is the machineID; where another edge node of the same owner
 * brings a device of that name at the same time, or a machine of the full name is registered, it is `<group>.<node>.<device>`. What a
 * machineID cannot hold becomes a dash.
 */
export class MachineNames {
  /** By which edge node a plain name is used, by owner and name. */
  readonly #holders = new Map<string, string>()

  /**
   * @param owner whose edge nodes they are: names of different owners never meet
   * @param isRegistered whether there is a machine of that name that the owner may publish for
   */
  nameOf(owner: string, topic: DeviceTopic, isRegistered: (machineID: string) => boolean): string {
    const { group, node, device } = topic
    const full = legal(`${group}.${node}.${device}`)
    if (isRegistered(full)) return full
    const plain = legal(device)
    const slot = slotOf(owner, device)
    const edge = edgeOf(topic)
    const holder = this.#holders.get(slot)
    if (holder !== undefined && holder !== edge) return full
    this.#holders.set(slot, edge)
    return plain
  }

  /** The device is gone: another edge node may bring it. */
  release(owner: string, topic: DeviceTopic): void {
    const slot = slotOf(owner, topic.device)
    if (this.#holders.get(slot) === edgeOf(topic)) this.#holders.delete(slot)
  }
}

function slotOf(owner: string, device: string): string {
  return `${owner}\u0000${legal(device)}`
}

function edgeOf({ group, node }: DeviceTopic): string {
  return `${group}/${node}`
}

function legal(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '')
}

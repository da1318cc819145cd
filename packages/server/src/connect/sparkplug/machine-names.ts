import { createHash } from 'node:crypto'
import type { SparkplugTopic } from './topic.ts'

/** Where a device is named. */
export type DeviceTopic = Pick<SparkplugTopic, 'group' | 'node'> & { device: string }

/** Of a machineID. */
const MAX_LENGTH = 64
const HASH_LENGTH = 8

/**
 * Which machine a device of an edge node is. Its own name is the machineID; where another device of the same owner has it at the same time,
 * or a machine of the full name is registered, it is `<group>.<node>.<device>`. What a machineID cannot hold becomes a dash. Where that
 * leaves two names alike, or nothing of one, a hash of the exact name tells them apart.
 */
export class MachineNames {
  /** Which device has a name, by owner and name. */
  readonly #holders = new Map<string, string>()

  /**
   * @param owner whose edge nodes they are: names of different owners never meet
   * @param isRegistered whether there is a machine of that name that the owner may publish for
   */
  nameOf(owner: string, topic: DeviceTopic, isRegistered: (machineID: string) => boolean): string {
    const names = namesFor(topic)
    const own = exactName(topic)
    const isTaken = (name: string) => (this.#holders.get(slotOf(owner, name)) ?? own) !== own
    let name = isRegistered(names.full()) ? names.full() : names.plain()
    if (isTaken(name)) name = names.full()
    if (isTaken(name)) name = names.unique()
    this.#holders.set(slotOf(owner, name), own)
    return name
  }

  /** The device is gone: another edge node may bring it. */
  release(owner: string, topic: DeviceTopic): void {
    for (const name of Object.values(namesFor(topic))) {
      const slot = slotOf(owner, name())
      if (this.#holders.get(slot) === exactName(topic)) this.#holders.delete(slot)
    }
  }
}

/** From the name that everybody wants to the one that only this device can have; made when they are asked for. */
function namesFor(topic: DeviceTopic) {
  const { group, node, device } = topic
  const hash = () => createHash('sha256').update(exactName(topic)).digest('hex').slice(0, HASH_LENGTH)
  const full = () => legal(`${group}.${node}.${device}`, hash)
  return { plain: () => legal(device, hash), full, unique: () => withHash(full(), hash()) }
}

function slotOf(owner: string, name: string): string {
  return `${owner}\u0000${name}`
}

/** No two devices have the same one: none of the parts has a slash. */
function exactName({ group, node, device }: DeviceTopic): string {
  return `${group}/${node}/${device}`
}

/** @param hash stands for what is left of a name that is too long, or for one of which nothing is left */
function legal(name: string, hash: () => string): string {
  const kept = name.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  if (kept === '') return hash()
  return kept.length <= MAX_LENGTH ? kept : withHash(kept, hash())
}

function withHash(name: string, hash: string): string {
  return name.endsWith(hash) ? name : `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}-${hash}`
}

import type { Refusal } from '../../ingest/index.ts'
import type { LiveStore } from '../../live/index.ts'
import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Decode, type OnSettled, type Origin, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import type { EdgeNode, NodeAnswer } from './edge-node.ts'
import { DeviceConnections, type KnownNode, newKnownNode, timeFor } from './known-node.ts'
import type { MachineNames } from './machine-names.ts'
import { Room } from './metric-table.ts'
import { decodeSparkplug, encodeRebirth, SparkplugFault, type SparkplugPayload } from './payload.ts'
import { recordOf, whenAll } from './snapshot-record.ts'
import { commandTopic, parseTopic, type SparkplugTopic } from './topic.ts'

/** An edge node is asked for its births this often at most. */
const REBIRTH_EVERY_MS = 10_000
/** How many edge nodes one owner may have: beyond them nothing more is remembered. */
const MAX_NODES = 2_000

/** What the host needs of the product. */
export interface SparkplugParts {
  intake: Pick<MessageIntake, 'receiveDecoded' | 'refuse' | 'knows'>
  tagMaps: Pick<TagMaps, 'decode'>
  live: Pick<LiveStore, 'touch'>
  names: MachineNames
}

/**
 * The host application for the edge nodes of one owner: a subscriber, or one connection of the embedded broker. Births,
 * data and deaths become records of machines; what was missed is asked for again.
 */
export class SparkplugHost {
  readonly #parts: SparkplugParts
  readonly #owner: string
  readonly #publish: (topic: string, payload: Buffer) => void
  readonly #nodes = new Map<string, KnownNode>()
  readonly #room = new Room()
  readonly #connections: DeviceConnections

  /**
   * @param owner the same for every host of the same edge nodes
   * @param publish sends a command to an edge node
   */
  constructor(parts: SparkplugParts, owner: string, publish: (topic: string, payload: Buffer) => void) {
    this.#parts = parts
    this.#owner = owner
    this.#connections = new DeviceConnections(parts, owner)
    this.#publish = publish
  }

  /** Takes a message in. `settle` is called once, when all that came of it is committed. */
  receive(device: Device, topic: string, payload: Buffer, settle: OnSettled): void {
    const message: Origin = { device, topic, payload, encoding: 'sparkplugB' }
    const parts = parseTopic(topic)
    if (parts === undefined) {
      // Commands are for edge nodes, and states are sent to them.
      if (/^spBv1\.0\/(STATE\/|[^/]+\/[ND]CMD\/)/.test(topic)) {
        settle(null)
        return
      }
      this.#refuse(message, 'topic_unknown', 'This is no topic of an edge node or of a device of one.', settle)
      return
    }
    try {
      this.#take(message, parts, decodeSparkplug(payload), settle)
    } catch (error) {
      if (!(error instanceof SparkplugFault)) throw error
      this.#refuse(message, 'not_sparkplug', error.message, settle)
    }
  }

  /** The connection is gone: whether the machines behind it are still connected is not known any more. */
  lost(): void {
    for (const known of this.#nodes.values()) this.#connections.endAll(known)
  }

  /** The edge nodes are gone for good. */
  end(): void {
    this.lost()
    for (const { node } of this.#nodes.values()) node.end()
    this.#nodes.clear()
  }

  #take(message: Origin, topic: SparkplugTopic, payload: SparkplugPayload, settle: OnSettled): void {
    const known = this.#knownOf(topic)
    if (known === undefined) {
      this.#refuse(message, 'topic_unknown', `There are more than ${MAX_NODES} edge nodes.`, settle)
      return
    }
    if (topic.kind === 'NDEATH') {
      if (known.node.diedNode(payload)) this.#connections.endAll(known)
      settle(null)
      return
    }
    if (topic.kind === 'DDEATH') {
      if (known.node.diedDevice(topic.device ?? '', payload)) this.#askForBirth(known, topic)
      this.#connections.end(known, topic.device ?? '')
      settle(null)
      return
    }
    // A node that is born again begins with no devices: each is connected again when it is born.
    if (topic.kind === 'NBIRTH') this.#connections.endAll(known)
    const answer = answerOf(known.node, topic, payload)
    const asked = answer.isIncomplete && this.#askForBirth(known, topic)
    if ('refused' in answer) {
      // Until the birth comes all that follows is as useless: one of them reports the reason.
      if (asked || !answer.isIncomplete) this.#refuse(message, 'before_birth', answer.refused, settle)
      else settle(null)
      return
    }
    this.#store(message, topic, known, payload.seq, answer, settle)
  }

  #store(
    message: Origin,
    topic: SparkplugTopic,
    known: KnownNode,
    seq: number | undefined,
    learnt: Exclude<NodeAnswer, { refused: string }>,
    settle: OnSettled,
  ): void {
    const isRegistered = (machineID: string) => this.#parts.intake.knows(message.device, machineID)
    const machineID = nameFor(this.#parts.names, this.#owner, topic, isRegistered)
    // The metrics of an edge node itself matter where it is a machine, and are a gateway's own otherwise.
    if (machineID === undefined) {
      settle(null)
      return
    }
    const snapshots = [...learnt.past, ...(learnt.now === undefined ? [] : [learnt.now])]
    if (snapshots.length === 0) {
      if (learnt.ignored.length === 0) {
        settle(null)
        return
      }
      this.#refuse(message, 'no_value', learnt.ignored.slice(0, 5).join('; ').slice(0, 1000), settle, machineID)
      return
    }
    const settled = whenAll(snapshots.length, (error, machine, refusal) => {
      if (error instanceof PublishRefused && !error.passing) {
        this.#refuse(message, 'machine_unknown', error.message, settle)
        return
      }
      settle(error, machine, refusal)
    })
    for (const snapshot of snapshots) {
      const isNow = snapshot === learnt.now
      const at = isNow ? timeFor(known, topic.device ?? '', seq, snapshot.at) : snapshot.at
      // What is read later, after a machine was made, must still be what came now.
      const values = isRegistered(machineID) ? snapshot.values : new Map(snapshot.values)
      const read: Decode = (machine, arrival) => {
        if (isNow) this.#connections.connect(known, topic.device, machine)
        return recordOf(this.#parts.tagMaps, machine, { at, values }, arrival)
      }
      this.#parts.intake.receiveDecoded(message, machineID, read, settled)
    }
  }

  #knownOf({ group, node }: SparkplugTopic): KnownNode | undefined {
    const id = `${group}/${node}`
    const found = this.#nodes.get(id)
    if (found !== undefined || this.#nodes.size >= MAX_NODES) return found
    const known = newKnownNode(group, node, this.#room)
    this.#nodes.set(id, known)
    return known
  }

  /** @returns whether it was asked now; not where it was asked a moment ago */
  #askForBirth(known: KnownNode, { group, node }: SparkplugTopic): boolean {
    const now = performance.now()
    if (now - known.askedAt < REBIRTH_EVERY_MS) return false
    known.askedAt = now
    this.#publish(commandTopic(group, node), encodeRebirth(Date.now()))
    return true
  }

  #refuse(message: Origin, code: Refusal['code'], reason: string, settle: OnSettled, machineID?: string): void {
    this.#parts.intake.refuse(message, { code, reason }, settle, machineID)
  }
}

function answerOf(node: EdgeNode, { kind, device }: SparkplugTopic, payload: SparkplugPayload): NodeAnswer {
  const arrival = Date.now()
  if (kind === 'NBIRTH') return node.bornNode(payload, arrival)
  if (kind === 'DBIRTH') return node.bornDevice(device ?? '', payload, arrival)
  return node.data(device, payload, arrival)
}

function nameFor(
  names: MachineNames,
  owner: string,
  topic: SparkplugTopic,
  isRegistered: (machineID: string) => boolean,
): string | undefined {
  const { device, node } = topic
  if (device !== undefined) return names.nameOf(owner, { ...topic, device }, isRegistered)
  return isRegistered(node) ? node : undefined
}

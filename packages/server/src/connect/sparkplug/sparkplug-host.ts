import { checkValues, contradictsStored, type Refusal } from '../../ingest/index.ts'
import type { LiveStore } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import { orderedTime } from '../../telemetry/index.ts'
import type { CommandRoutes } from '../commands/command-routes.ts'
import type { Device } from '../device.ts'
import type { Mapped } from '../mapping/apply-tag-map.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Decode, NotStored, type OnSettled, type Origin, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import { AliveDevice } from './alive-device.ts'
import { NodeRoutes, type PublishCommand } from './commands.ts'
import type { EdgeNode, NodeAnswer } from './edge-node.ts'
import { recordOf, whenAll } from './fact-record.ts'
import { DeviceConnections, type KnownNode, newKnownNode } from './known-node.ts'
import type { MachineNames } from './machine-names.ts'
import { ROUND } from './message-order.ts'
import { type Learnt, Room } from './metric-table.ts'
import { decodeSparkplug, encodeRebirth, SparkplugFault, type SparkplugPayload } from './payload.ts'
import { RecentMessages } from './recent-messages.ts'
import type { SessionPulse } from './session-pulse.ts'
import { commandTopic, parseTopic, type SparkplugTopic } from './topic.ts'

/** An edge node is asked for its births this often at most. */
const REBIRTH_EVERY_MS = 10_000
/** How many edge nodes one owner may have: beyond them nothing more is remembered. */
const MAX_NODES = 2_000

/** How many messages of a subscriber may be under way without an acknowledgement (decision 0018). */
const MAX_UNDER_WAY = 5_000
/** How often a reading is moved on in its millisecond, where others have its place. */
const MAX_ROUNDS = 2

/** What the host needs of the product. */
export interface SparkplugParts {
  intake: Pick<MessageIntake, 'receiveDecoded' | 'refuse' | 'knows'>
  tagMaps: Pick<TagMaps, 'decode'>
  live: Pick<LiveStore, 'touch'>
  names: MachineNames
  pulse: Pick<SessionPulse, 'add' | 'remove'>
  /** Where the ways to machines are entered. */
  commands: CommandRoutes
}

/**
 * The host application for the edge nodes of one owner: a subscriber, or one connection of the embedded broker. Births,
 * data and deaths become records of machines; what was missed is asked for again.
 */
export class SparkplugHost {
  readonly #parts: SparkplugParts
  readonly #owner: string
  readonly #publish: PublishCommand
  readonly #nodes = new Map<string, KnownNode>()
  readonly #room = new Room()
  readonly #connections: DeviceConnections
  readonly #recent: RecentMessages

  /**
   * @param owner the same for every host of the same edge nodes
   * @param publish sends a command to an edge node
   * @param repeatable how many messages the broker may deliver again
   */
  constructor(parts: SparkplugParts, owner: string, publish: PublishCommand, repeatable = MAX_UNDER_WAY) {
    this.#recent = new RecentMessages(repeatable)
    this.#parts = parts
    this.#owner = owner
    this.#connections = new DeviceConnections(parts, owner, new NodeRoutes(parts.commands, publish))
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
    this.#parts.pulse.remove(this)
    for (const known of this.#nodes.values()) this.#connections.loseAll(known)
  }

  /** The connection is back: what was sent in the meantime is lost, so that every live node is to be born again. */
  resumed(): void {
    for (const known of this.#nodes.values()) if (known.node.isAlive) this.#askForBirth(known)
  }

  /** The edge nodes ended without a word, as their connection did. */
  allDied(): void {
    for (const known of this.#nodes.values()) this.#died(known, this.#connections.endAll(known))
  }

  /** The edge nodes are gone for good. */
  end(): void {
    this.lost()
    for (const { node } of this.#nodes.values()) node.end()
    this.#nodes.clear()
  }

  /** Reports what is alive and has been silent. @param now Unix ms */
  pulse(now: number): void {
    for (const { alive } of this.#nodes.values()) {
      for (const one of alive.values()) {
        const at = one.pulseAt(now)
        if (at !== undefined) this.#report(one, { at })
      }
    }
  }

  #take(message: Origin, topic: SparkplugTopic, payload: SparkplugPayload, settleOne: OnSettled): void {
    const known = this.#knownOf(topic)
    if (known === undefined) {
      this.#refuse(message, 'topic_unknown', `There are more than ${MAX_NODES} edge nodes.`, settleOne)
      return
    }
    const number = hasTime(payload) ? payload.seq : undefined
    const settle = this.#recent.begin(message.topic, number, message.payload, settleOne)
    if (settle === undefined) return
    const { device = '' } = topic
    if (topic.kind === 'NDEATH') {
      if (known.node.diedNode(payload)) this.#died(known, this.#connections.endAll(known), undefined, settle)
      else settle(null)
      return
    }
    if (topic.kind === 'DDEATH') {
      if (known.node.diedDevice(device, payload)) this.#askForBirth(known)
      const ended = this.#connections.end(known, device)
      this.#died(known, ended === undefined ? [] : [ended], this.#timeIn(known, device, payload), settle)
      return
    }
    // A node that is born again begins with no devices: each is connected again when it is born.
    if (topic.kind === 'NBIRTH') this.#connections.endAll(known)
    const answer = answerOf(known.node, topic, payload)
    const asked = answer.isIncomplete && this.#askForBirth(known)
    if ('refused' in answer) {
      this.#recent.forget(message.topic, message.payload)
      // Until the birth comes all that follows is as useless: one of them reports the reason.
      if (asked || !answer.isIncomplete) this.#refuse(message, 'before_birth', answer.refused, settle)
      else settle(null)
      return
    }
    this.#store(message, topic, known, payload, answer, settle)
  }

  #store(
    message: Origin,
    topic: SparkplugTopic,
    known: KnownNode,
    { at: sentAt, seq }: SparkplugPayload,
    { facts, ignored, metrics, isCurrent }: Learnt,
    settle: OnSettled,
  ): void {
    const isRegistered = (machineID: string) => this.#parts.intake.knows(message.device, machineID)
    const machineID = nameFor(this.#parts.names, this.#owner, topic, isRegistered)
    // The metrics of an edge node itself matter where it is a machine, and are a gateway's own otherwise.
    if (machineID === undefined || facts.length + ignored.length === 0) {
      settle(null)
      return
    }
    const settled = whenAll(facts.length + (ignored.length > 0 ? 1 : 0), (error, machine, refusal) => {
      if (error instanceof PublishRefused && !error.passing) {
        this.#refuse(message, 'machine_unknown', error.message, settle)
        return
      }
      settle(error, machine, refusal)
    })
    if (ignored.length > 0) {
      const reason = ignored.slice(0, 5).join('; ').slice(0, 1000)
      // Without room for it the values of the message are stored all the same.
      const noted: OnSettled = (error, ...rest) =>
        settled(error instanceof NotStored && facts.length > 0 ? null : error, ...rest)
      this.#refuse(message, 'no_value', reason, noted, machineID)
    }
    const alive = isCurrent ? this.#aliveOf(message, topic, known, machineID) : undefined
    // Of history only the time matters: an end lies behind it too.
    const heard = alive ?? known.alive.get(topic.device ?? '')
    const [now, connection] = [clock.now(), alive?.connection ?? 0]
    alive?.hear(sentAt ?? now, now)
    for (const fact of facts) {
      const order = known.order.orderOf(topic.device ?? '', fact.at, seq)
      const read = (at: number): Decode => {
        heard?.note(at)
        return (machine, arrival) => {
          if (alive !== undefined) this.#connections.connect(known, topic.device ?? '', alive, machine, connection)
          const outcome = recordOf(this.#parts.tagMaps, machine, { ...fact, at, metrics }, arrival)
          if ('record' in outcome) this.#noteFaults(message, machineID, heard, outcome.faults)
          return outcome
        }
      }
      this.#offer(message, machineID, { ms: fact.at, order, read }, settled)
    }
  }

  /** Stores why values are not in the record of a message, once for each metric of a device that lives. */
  #noteFaults(message: Origin, machineID: string, heard: AliveDevice | undefined, faults: Mapped['faults']): void {
    const first = faults.filter(({ address }) => heard?.isFirstFault(address) !== false)
    if (first.length === 0) return
    const reason = first
      .slice(0, 5)
      .map((fault) => `${fault.address}: ${fault.reason}`)
      .join('; ')
    this.#refuse(message, 'no_value', reason.slice(0, 1000), () => undefined, machineID)
  }

  /** Stores a reading; where another one has its place, such as one of the same number from before a restart, it gets one behind it. */
  #offer(
    message: Origin,
    machineID: string,
    { ms, order, read }: { ms: number; order: number; read: (at: number) => Decode },
    settle: OnSettled,
    round = 0,
  ): void {
    this.#parts.intake.receiveDecoded(
      message,
      machineID,
      read(orderedTime(ms, order)),
      (error, machine, refusal, repeat) => {
        if (repeat !== 'conflict') settle(error, machine, refusal, repeat)
        else if (round === MAX_ROUNDS) this.#parts.intake.refuse(message, contradictsStored(), settle, machineID)
        else this.#offer(message, machineID, { ms, order: order + ROUND, read }, settle, round + 1)
      },
    )
  }

  #aliveOf({ device, topic: from }: Origin, topic: SparkplugTopic, known: KnownNode, machineID: string): AliveDevice {
    const name = topic.device ?? ''
    const found = known.alive.get(name)
    this.#parts.pulse.add(this)
    if (found?.machineID === machineID) return found
    if (found !== undefined) this.#connections.end(known, name)
    const alive = new AliveDevice({ device, topic: from, machineID, name })
    known.alive.set(name, alive)
    return alive
  }

  /** What a device that has died said holds no longer, and its machine is offline. @param at as the death names it, Unix ms */
  #died(known: KnownNode, devices: readonly AliveDevice[], at?: number, settle: OnSettled = () => undefined): void {
    if (devices.length === 0) {
      settle(null)
      return
    }
    const settled = whenAll(devices.length, (error) =>
      settle(error instanceof PublishRefused && !error.passing ? null : error),
    )
    const now = clock.now()
    for (const one of devices) {
      const isSeen = (ms: number) => known.order.isSeen(one.name, ms)
      const behind = (ms: number) => orderedTime(ms, known.order.orderOf(one.name, ms, undefined))
      this.#report(one, { at: one.deathAt(at, now, { isSeen, behind }), ends: true }, settled)
    }
  }

  /** Stores a record without values: the machine is still alive, or its source is gone. */
  #report(
    { device, topic, machineID }: AliveDevice,
    record: { at: number; ends?: true },
    settle: OnSettled = () => undefined,
  ) {
    const { at, ends } = record
    const origin: Origin = { device, topic, payload: Buffer.alloc(0), encoding: 'sparkplugB' }
    const decode: Decode = (machine, arrival) =>
      checkValues(machine.entry, {}, { arrival, at, plain: true, marks: { ends } })
    this.#parts.intake.receiveDecoded(origin, machineID, decode, settle)
  }

  /** The time of a payload with the order of its message; undefined if it names none. */
  #timeIn(known: KnownNode, device: string, { at, seq }: SparkplugPayload): number | undefined {
    return at === undefined ? undefined : orderedTime(at, known.order.orderOf(device, at, seq))
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
  #askForBirth(known: KnownNode): boolean {
    const now = clock.monotonic()
    if (now - known.askedAt < REBIRTH_EVERY_MS) return false
    known.askedAt = now
    this.#publish(commandTopic(known.group, known.name), encodeRebirth(clock.now()))
    return true
  }

  #refuse(message: Origin, code: Refusal['code'], reason: string, settle: OnSettled, machineID?: string): void {
    this.#parts.intake.refuse(message, { code, reason }, settle, machineID)
  }
}

/** Whether a message says when anything of it was. */
function hasTime({ at, metrics }: SparkplugPayload): boolean {
  return at !== undefined || metrics.some((metric) => metric.at !== undefined)
}

function answerOf(node: EdgeNode, { kind, device }: SparkplugTopic, payload: SparkplugPayload): NodeAnswer {
  const arrival = clock.now()
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

import { machineIDSchema, recordPayloadSchema } from '@packhouse/contract'
import {
  type Decoded,
  decodeOwnWords,
  type Ingest,
  isForeignTopic,
  machineIDOfTopic,
  RecordReader,
  type Refusal,
  readJson,
} from '../ingest/index.ts'
import { autoRegisterMachine, type LiveMachine, type LiveStore } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { orderedTime } from '../telemetry/index.ts'
import { type Device, mayPublish } from './device.ts'
import type { ActiveMap } from './mapping/active-maps.ts'
import { readByPaths } from './mapping/compiled-map.ts'
import type { TagMaps } from './mapping/tag-maps.ts'
import { type Decode, type Delivered, type Message, type OnSettled, type Origin, PublishRefused } from './message.ts'
import { MessageOutcome, type MessageOutcomeParts } from './message-outcome.ts'

/** Where messages of devices arrive: checks whose they are, decodes them and hands them to the ingest. */
export class MessageIntake {
  readonly #database: Database
  readonly #live: LiveStore
  readonly #tagMaps: TagMaps
  /** Time of the newest record without its own time, by machine: two in one millisecond are still two. */
  readonly #lastArrival = new Map<number | undefined, number>()
  /** Machines that are being registered: all that comes of one in the meantime goes on in the order in which it came. */
  readonly #registering = new Map<string, Promise<LiveMachine>>()

  readonly #reader = new RecordReader()
  readonly #outcome: MessageOutcome
  readonly #arrivalOrder: number

  /** @param parts with where the arrivals at this node are among the microseconds of a millisecond */
  constructor(
    database: Database,
    live: LiveStore,
    ingest: Pick<Ingest, 'offer'>,
    tagMaps: TagMaps,
    { arrivalOrder = 0, ...parts }: MessageOutcomeParts & { arrivalOrder?: number },
  ) {
    this.#arrivalOrder = arrivalOrder
    this.#database = database
    this.#outcome = new MessageOutcome(ingest, parts)
    this.#live = live
    this.#tagMaps = tagMaps
  }

  /**
   * Takes a message in and calls `settle` once, with the machine it was for when the message is committed, be it as a
   * record or as refused with its reason; or with the error where nothing was stored and nothing may be acknowledged: NotKept
   * where the connection goes on.
   * A callback, since a promise per message would cost as much as decoding it.
   */
  receive(device: Device, topic: string, payload: Buffer, settle: OnSettled): void {
    this.#receive({ device, topic, payload, encoding: 'json' }, settle)
  }

  /** Takes in what a subscriber got, as `receive` does. */
  receiveDelivered(origin: Origin & { delivered: Delivered }, settle: OnSettled): void {
    this.#receive(origin, settle)
  }

  /** Takes in a record in the product's own words, such as come over HTTP, as `receive` does. */
  receiveRecord(device: Device, topic: string, payload: Buffer, settle: OnSettled): void {
    this.#receive({ device, topic, payload, encoding: 'record' }, settle)
  }

  /** Takes in what was read already, for a machine that its topic does not name in our way, as `receive` does. */
  receiveDecoded(origin: Origin, machineID: string, decode: Decode, settle: OnSettled): void {
    if (machineIDSchema.safeParse(machineID).success) {
      this.#find({ ...origin, decode }, machineID, undefined, settle)
    } else settle(new PublishRefused(`${machineID.slice(0, 200)} cannot be the name of a machine.`, 'topic_refused'))
  }

  /**
   * Stores a message that cannot be read, with the reason. `settle` is called as by `receive`.
   * @param machineID which it was for, where it says so
   */
  refuse(origin: Origin, refusal: Refusal, settle: OnSettled, machineID?: string): void {
    const machine = machineID === undefined ? undefined : this.#live.byID(machineID)
    // What others say of a machine is no matter of its owner.
    const own = machine !== undefined && mayPublish(origin.device, machine) ? machine : undefined
    this.#outcome.refuse(origin, own, this.#arrivalOf(origin, undefined), refusal, settle)
  }

  /** Whether there is a machine of that name for which the device may publish. */
  knows(device: Device, machineID: string): boolean {
    const machine = this.#live.byID(machineID)
    return machine !== undefined && mayPublish(device, machine)
  }

  /** Takes in what was refused before, as `receive` does; what is refused again is stored already. */
  receiveAgain(origin: Origin & { firstArrival: number }, settle: OnSettled): void {
    this.#receive(origin, settle)
  }

  #receive(message: Message, settle: OnSettled): void {
    const { device, topic } = message
    const machineID = machineIDOfTopic(topic)
    if (machineID !== undefined) {
      this.#find(message, machineID, undefined, settle)
      return
    }
    if (device.scope === 'machines' || !isForeignTopic(topic)) {
      settle(new PublishRefused(`Not a topic of records: ${topic.slice(0, 200)}`, 'topic_refused'))
      return
    }
    const route = this.#tagMaps.routeOf(topic)
    if ('map' in route) this.#find(message, route.machineID, route.map, settle)
    else {
      const arrival = this.#arrivalOf(message, undefined)
      this.#note(message, undefined, arrival)
      this.#outcome.refuse(message, undefined, arrival, route.refusal, settle)
    }
  }

  #find(message: Message, machineID: string, map: ActiveMap | undefined, settle: OnSettled): void {
    // The look for registrations may find a machine while it is being registered here: what waits for that comes first.
    const machine = this.#registering.has(machineID) ? undefined : this.#live.byID(machineID)
    if (machine !== undefined) this.#take(machine, map, message, settle)
    else if (message.delivered?.isRetained && !this.#reportsTime(message, map)) {
      // It says nothing of now: its machine is registered when something of now comes.
      message.delivered.leaveOut()
      settle(null)
    } else {
      this.#autoRegister(message.device, machineID).then(
        (registered) => this.#take(registered, map, message, settle),
        settle,
      )
    }
  }

  #take(machine: LiveMachine, route: ActiveMap | undefined, message: Message, settle: OnSettled): void {
    const { device, payload, encoding } = message
    if (!mayPublish(device, machine)) {
      settle(
        new PublishRefused(`${device.userName} may not publish for ${machine.entry.machineID}.`, 'machine_foreign'),
      )
      return
    }
    const arrival = this.#arrivalOf(message, machine.entry.key)
    if (message.decode !== undefined) {
      this.#outcome.store(message, machine, arrival, message.decode(machine, arrival), settle)
      return
    }
    const map = route ?? (encoding === 'record' ? undefined : this.#tagMaps.mapOf(machine, 'json'))
    if (map !== undefined || this.#tagMaps.recent.isWatched(machine.entry.machineID))
      this.#note(message, machine, arrival)
    // Only what was refused before can be in our own words with their marks: a device cannot send them.
    const isOwn = encoding === 'record' && message.firstArrival !== undefined
    let decoded: Decoded
    if (map !== undefined) decoded = this.#tagMaps.decodePayload(machine, map, payload, arrival)
    else if (isOwn) decoded = decodeOwnWords(machine.entry, payload, arrival)
    else decoded = this.#reader.decode(machine.entry, payload, arrival)
    this.#outcome.store(message, machine, arrival, decoded, settle)
  }

  /** Whether the record of a message has a time of its own. */
  #reportsTime({ payload }: Message, map: ActiveMap | undefined): boolean {
    const read = readJson(payload)
    if (!('json' in read)) return false
    if (map !== undefined) return readByPaths(map.compiled, read.json).at !== undefined
    return recordPayloadSchema.safeParse(read.json).data?.lastSeen !== undefined
  }

  #note(message: Message, machine: LiveMachine | undefined, arrival: number): void {
    const { encoding, topic, payload, firstArrival } = message
    if (encoding === 'json' && firstArrival === undefined)
      this.#tagMaps.recent.note(topic, machine?.entry.machineID, payload, arrival)
  }

  async #autoRegister(device: Device, machineID: string): Promise<LiveMachine> {
    // Only a device of the company may bring machines that are not registered: others could fill the list.
    if (device.scope !== 'company') throw new PublishRefused(`${machineID} is not registered.`, 'machine_unknown')
    const registering =
      this.#registering.get(machineID) ??
      autoRegisterMachine(this.#database.pool, machineID)
        .then((entry) => this.#live.register(entry))
        .finally(() => this.#registering.delete(machineID))
    this.#registering.set(machineID, registering)
    return await registering
  }

  #arrivalOf({ firstArrival, delivered }: Message, machineKey: number | undefined): number {
    const before = firstArrival ?? delivered?.cameAt
    if (before !== undefined) return before
    const arrival = Math.max(clock.now(), (this.#lastArrival.get(machineKey) ?? 0) + 1)
    this.#lastArrival.set(machineKey, arrival)
    return this.#arrivalOrder === 0 ? arrival : orderedTime(arrival, this.#arrivalOrder)
  }
}

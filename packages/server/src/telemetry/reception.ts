import { machineIDSchema } from '@packhouse/contract'
import type { Database } from '../platform/database.ts'
import { type Decoded, decodeRecord, type Encoding, isForeignTopic, machineIDOfTopic, type Refusal } from './decode.ts'
import type { Device } from './device.ts'
import type { Ingest } from './ingest.ts'
import type { LiveMachine } from './live-machine.ts'
import type { LiveStore } from './live-store.ts'
import { introduceMachine } from './machines.ts'
import type { ActiveMap } from './mapping/active-maps.ts'
import type { TagMaps } from './mapping/tag-maps.ts'
import { RecentRefusals } from './recent-refusals.ts'

/** A publish that ends the connection: a topic the device has no business with, or an ingest that takes no more. */
export class PublishRefused extends Error {
  /** Whether the same publish may be taken later. */
  readonly passing: boolean

  constructor(message: string, passing = false) {
    super(message)
    this.passing = passing
  }
}

export type Settle = (error: Error | null, machine?: LiveMachine, refusal?: Refusal) => void

/** Makes a record of a message that was read already. @param arrival Unix ms, the time of one that tells none */
export type Decode = (machine: LiveMachine, arrival: number) => Decoded

/** A message as it came. */
export interface Origin {
  device: Device
  topic: string
  payload: Buffer
  encoding: Encoding
  /** Of one that was refused before and is replayed: when it came first, Unix ms. */
  firstArrival?: number
}

interface Message extends Origin {
  /** Makes the record where that is not the matter of the topic and a tag map for JSON. */
  decode?: Decode
}

/** Where messages of devices arrive: checks whose they are, decodes them and hands them to the ingest. */
export class Reception {
  readonly #database: Database
  readonly #live: LiveStore
  readonly #ingest: Pick<Ingest, 'offer'>
  readonly #tagMaps: TagMaps
  /** Time of the newest record without a time of its own, by machine: two in one millisecond are still two. */
  readonly #lastArrival = new Map<number | undefined, number>()
  /** Machines that are being introduced: all that comes of one meanwhile goes on in the order in which it came. */
  readonly #introducing = new Map<string, Promise<LiveMachine>>()

  readonly #refusals = new RecentRefusals()

  constructor(database: Database, live: LiveStore, ingest: Pick<Ingest, 'offer'>, tagMaps: TagMaps) {
    this.#database = database
    this.#live = live
    this.#ingest = ingest
    this.#tagMaps = tagMaps
  }

  /**
   * Takes a message in and calls `settle` once, with the machine it was for when the message is committed, be it as a
   * record or as refused with its reason; or with the error where nothing was stored and nothing may be acknowledged.
   * A callback, since a promise per message would cost as much as decoding it.
   */
  receive(device: Device, topic: string, payload: Buffer, settle: Settle): void {
    this.#receive({ device, topic, payload, encoding: 'json' }, settle)
  }

  /** Takes in a record in the product's own words, such as come over HTTP, as `receive` does. */
  receiveRecord(device: Device, topic: string, payload: Buffer, settle: Settle): void {
    this.#receive({ device, topic, payload, encoding: 'record' }, settle)
  }

  /** Takes in what was read already, for a machine that its topic does not name in our way, as `receive` does. */
  receiveDecoded(origin: Origin, machineID: string, decode: Decode, settle: Settle): void {
    if (machineIDSchema.safeParse(machineID).success) {
      this.#find({ ...origin, decode }, machineID, undefined, settle)
    } else settle(new PublishRefused(`${machineID.slice(0, 200)} cannot be the name of a machine.`))
  }

  /**
   * Keeps a message of which nothing can be made, with the reason. `settle` is called as by `receive`.
   * @param machineID which it was for, where it says so
   */
  refuse(origin: Origin, refusal: Refusal, settle: Settle, machineID?: string): void {
    const machine = machineID === undefined ? undefined : this.#live.byID(machineID)
    // What others say of a machine is no matter of its owner.
    const own = machine !== undefined && mayPublish(origin.device, machine) ? machine : undefined
    this.#refuse(origin, own, this.#arrivalOf(origin, undefined), refusal, settle)
  }

  /** Whether there is a machine of that name for which the device may publish. */
  knows(device: Device, machineID: string): boolean {
    const machine = this.#live.byID(machineID)
    return machine !== undefined && mayPublish(device, machine)
  }

  /** Takes in what was refused before, as `receive` does; what is refused again is kept already. */
  receiveAgain(origin: Origin & { firstArrival: number }, settle: Settle): void {
    this.#receive(origin, settle)
  }

  #receive(message: Message, settle: Settle): void {
    const { device, topic } = message
    const machineID = machineIDOfTopic(topic)
    if (machineID !== undefined) {
      this.#find(message, machineID, undefined, settle)
      return
    }
    if (device.scope === 'machines' || !isForeignTopic(topic)) {
      settle(new PublishRefused(`Not a topic of records: ${topic.slice(0, 200)}`))
      return
    }
    const route = this.#tagMaps.routeOf(topic)
    if ('map' in route) this.#find(message, route.machineID, route.map, settle)
    else {
      const arrival = this.#arrivalOf(message, undefined)
      this.#note(message, undefined, arrival)
      this.#refuse(message, undefined, arrival, route.refusal, settle)
    }
  }

  #find(message: Message, machineID: string, map: ActiveMap | undefined, settle: Settle): void {
    const machine = this.#live.byID(machineID)
    if (machine !== undefined) this.#take(machine, map, message, settle)
    else {
      this.#introduce(message.device, machineID).then(
        (introduced) => this.#take(introduced, map, message, settle),
        settle,
      )
    }
  }

  #take(machine: LiveMachine, route: ActiveMap | undefined, message: Message, settle: Settle): void {
    const { device, payload, encoding } = message
    if (!mayPublish(device, machine)) {
      settle(new PublishRefused(`${device.userName} may not publish for ${machine.entry.machineID}.`))
      return
    }
    const arrival = this.#arrivalOf(message, machine.entry.key)
    if (message.decode !== undefined) {
      this.#offer(message, machine, arrival, message.decode(machine, arrival), settle)
      return
    }
    const map = route ?? (encoding === 'record' ? undefined : this.#tagMaps.mapOf(machine, 'json'))
    if (map !== undefined || this.#tagMaps.recent.isWatched(machine.entry.machineID))
      this.#note(message, machine, arrival)
    const decoded =
      map === undefined
        ? decodeRecord(machine.entry, payload, arrival)
        : this.#tagMaps.decodePayload(machine, map, payload, arrival)
    this.#offer(message, machine, arrival, decoded, settle)
  }

  #offer(message: Message, machine: LiveMachine, arrival: number, decoded: Decoded, settle: Settle): void {
    if ('refusal' in decoded) this.#refuse(message, machine, arrival, decoded.refusal, settle)
    else this.#offered(this.#ingest.offer({ record: decoded.record, done: () => settle(null, machine) }), settle)
  }

  /** Keeps a message that is refused; a replayed one is kept already. */
  #refuse(message: Message, machine: LiveMachine | undefined, arrival: number, refusal: Refusal, settle: Settle): void {
    const done = () => settle(null, machine, refusal)
    if (message.firstArrival !== undefined) {
      done()
      return
    }
    const { device, topic, payload, encoding } = message
    const from = { device: device.userName, customerId: device.customerId, machineKey: machine?.entry.key ?? null }
    const refused = { receivedAt: arrival, ...from, topic, payload, encoding, ...refusal }
    const store = (stored: () => void) => this.#ingest.offer({ refused, done: stored })
    // Over HTTP whoever sends a batch again sends what was refused of it again.
    const isTaken = encoding === 'record' ? this.#refusals.keepOnce(message, arrival, done, store) : store(done)
    this.#offered(isTaken, settle)
  }

  #offered(taken: boolean, settle: Settle): void {
    if (!taken) settle(new PublishRefused('The ingest takes no more at the moment. Send it again later.', true))
  }

  #note(message: Message, machine: LiveMachine | undefined, arrival: number): void {
    const { encoding, topic, payload, firstArrival } = message
    if (encoding === 'json' && firstArrival === undefined)
      this.#tagMaps.recent.note(topic, machine?.entry.machineID, payload, arrival)
  }

  async #introduce(device: Device, machineID: string): Promise<LiveMachine> {
    // Only a device of the company may bring machines that nobody has registered: others could fill the list.
    if (device.scope !== 'company') throw new PublishRefused(`${machineID} is not registered.`)
    const introducing =
      this.#introducing.get(machineID) ??
      introduceMachine(this.#database.pool, machineID)
        .then((entry) => this.#live.register(entry))
        .finally(() => this.#introducing.delete(machineID))
    this.#introducing.set(machineID, introducing)
    return await introducing
  }

  #arrivalOf({ firstArrival }: Message, machineKey: number | undefined): number {
    if (firstArrival !== undefined) return firstArrival
    const arrival = Math.max(Date.now(), (this.#lastArrival.get(machineKey) ?? 0) + 1)
    this.#lastArrival.set(machineKey, arrival)
    return arrival
  }
}

function mayPublish({ scope, customerId, machines }: Device, { entry }: LiveMachine): boolean {
  if (scope === 'company') return true
  if (customerId !== null && customerId !== entry.customerId) return false
  return scope === 'customer' || machines.has(entry.machineID)
}

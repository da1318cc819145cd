import { machineIDSchema } from '@packhouse/contract'
import {
  type ClockWatch,
  type Decoded,
  decodeRecord,
  type Encoding,
  type Ingest,
  inOwnWords,
  isForeignTopic,
  machineIDOfTopic,
  type RecentSenders,
  type Refusal,
} from '../ingest/index.ts'
import { autoRegisterMachine, type LiveMachine, type LiveStore } from '../live/index.ts'
import type { Database } from '../platform/database.ts'
import type { KeepLimits } from '../platform/keep-limits.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import type { Device } from './device.ts'
import type { ActiveMap } from './mapping/active-maps.ts'
import type { TagMaps } from './mapping/tag-maps.ts'

/** A publish that ends the connection: a topic the device has no business with, or an ingest that takes no more. */
export class PublishRefused extends Error {
  /** Whether the same publish may be taken later. */
  readonly passing: boolean

  constructor(message: string, passing = false) {
    super(message)
    this.passing = passing
  }
}

/**
 * A message for which there is no room any more, as a refused one or as a record that waits for our clock: it is not acknowledged, and
 * its connection goes on.
 */
export class NotKept extends Error {
  /** Why it was refused; undefined where it would only have had to wait. */
  readonly refusal: Refusal | undefined

  constructor(message: string, refusal?: Refusal) {
    super(message)
    this.refusal = refusal
  }
}

/** What an intake needs beside the ways in and out. */
export interface MessageIntakeParts {
  clock: Pick<ClockWatch, 'note' | 'explains'>
  recent: Pick<RecentSenders, 'note'>
  whenFull: KeepLimits['whenFull']
}

/** The last moment that a date has, Unix ms (ECMA-262, 21.4.1.1). */
const LAST_DATE = 8_640_000_000_000_000

export type OnSettled = (error: Error | null, machine?: LiveMachine, refusal?: Refusal) => void

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
export class MessageIntake {
  readonly #database: Database
  readonly #live: LiveStore
  readonly #ingest: Pick<Ingest, 'offer'>
  readonly #tagMaps: TagMaps
  /** Time of the newest record without a time of its own, by machine: two in one millisecond are still two. */
  readonly #lastArrival = new Map<number | undefined, number>()
  /** Machines that are being registered: all that comes of one meanwhile goes on in the order in which it came. */
  readonly #registering = new Map<string, Promise<LiveMachine>>()

  readonly #parts: MessageIntakeParts

  constructor(
    database: Database,
    live: LiveStore,
    ingest: Pick<Ingest, 'offer'>,
    tagMaps: TagMaps,
    parts: MessageIntakeParts,
  ) {
    this.#database = database
    this.#parts = parts
    this.#live = live
    this.#ingest = ingest
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

  /** Takes in a record in the product's own words, such as come over HTTP, as `receive` does. */
  receiveRecord(device: Device, topic: string, payload: Buffer, settle: OnSettled): void {
    this.#receive({ device, topic, payload, encoding: 'record' }, settle)
  }

  /** Takes in what was read already, for a machine that its topic does not name in our way, as `receive` does. */
  receiveDecoded(origin: Origin, machineID: string, decode: Decode, settle: OnSettled): void {
    if (machineIDSchema.safeParse(machineID).success) {
      this.#find({ ...origin, decode }, machineID, undefined, settle)
    } else settle(new PublishRefused(`${machineID.slice(0, 200)} cannot be the name of a machine.`))
  }

  /**
   * Keeps a message of which nothing can be made, with the reason. `settle` is called as by `receive`.
   * @param machineID which it was for, where it says so
   */
  refuse(origin: Origin, refusal: Refusal, settle: OnSettled, machineID?: string): void {
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

  #find(message: Message, machineID: string, map: ActiveMap | undefined, settle: OnSettled): void {
    const machine = this.#live.byID(machineID)
    if (machine !== undefined) this.#take(machine, map, message, settle)
    else {
      this.#autoRegister(message.device, machineID).then(
        (registered) => this.#take(registered, map, message, settle),
        settle,
      )
    }
  }

  #take(machine: LiveMachine, route: ActiveMap | undefined, message: Message, settle: OnSettled): void {
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

  #offer(message: Message, machine: LiveMachine, arrival: number, decoded: Decoded, settle: OnSettled): void {
    const record = 'record' in decoded ? decoded.record : decoded.untimely
    // Replays come late by nature, and what tells no time has ours.
    if (record !== undefined && message.firstArrival === undefined && record.at !== arrival)
      this.#parts.clock.note(machine.entry.key, record.at - Date.now())
    if ('record' in decoded) {
      this.#offered(this.#ingest.offer({ record: decoded.record, done: () => settle(null, machine) }), settle)
      return
    }
    const { refusal, untimely } = decoded
    const keptDays = machine.entry.keepRecordsDays
    if (untimely !== undefined && this.#parts.clock.explains(untimely.at, arrival, keptDays))
      this.#hold(message, machine, untimely, settle)
    else this.#refuse(message, machine, arrival, refusal, settle, untimely)
  }

  /** Only our own clock speaks against the record, and we do not trust it. */
  #hold({ device }: Message, machine: LiveMachine, record: TelemetryRecord, settle: OnSettled): void {
    const from = { device: device.userName, customerId: device.customerId, machineKey: machine.entry.key }
    const held = { receivedAt: record.receivedAt, ...from, payload: inOwnWords(record) }
    const done = (isKept: boolean) => {
      if (isKept) settle(null, machine)
      else settle(new NotKept("There is no more room for records that wait for the server's clock. Set it right."))
    }
    this.#offered(this.#ingest.offer({ held, done }), settle)
  }

  /** Keeps a message that is refused; a replayed one is kept already. */
  #refuse(
    message: Message,
    machine: LiveMachine | undefined,
    arrival: number,
    refusal: Refusal,
    settle: OnSettled,
    record?: TelemetryRecord,
  ): void {
    if (message.firstArrival !== undefined) {
      settle(null, machine, refusal)
      return
    }
    const { device, topic, payload, encoding } = message
    const from = { device: device.userName, customerId: device.customerId, machineKey: machine?.entry.key ?? null }
    const untimely = untimelyOf(record, arrival)
    const refused = { receivedAt: arrival, ...from, topic, payload, encoding, ...refusal, ...untimely }
    const done = (isKept: boolean) => {
      const machineID = machine?.entry.machineID ?? null
      this.#parts.recent.note({ device: device.userName, machineID, ...refusal }, isKept)
      if (isKept || this.#parts.whenFull === 'acknowledge') settle(null, machine, refusal)
      else settle(new NotKept(`${refusal.reason} It was not kept: the share of its sender is full.`, refusal))
    }
    this.#offered(this.#ingest.offer({ refused, done }), settle)
  }

  #offered(taken: boolean, settle: OnSettled): void {
    if (!taken) settle(new PublishRefused('The ingest takes no more at the moment. Send it again later.', true))
  }

  #note(message: Message, machine: LiveMachine | undefined, arrival: number): void {
    const { encoding, topic, payload, firstArrival } = message
    if (encoding === 'json' && firstArrival === undefined)
      this.#tagMaps.recent.note(topic, machine?.entry.machineID, payload, arrival)
  }

  async #autoRegister(device: Device, machineID: string): Promise<LiveMachine> {
    // Only a device of the company may bring machines that nobody has registered: others could fill the list.
    if (device.scope !== 'company') throw new PublishRefused(`${machineID} is not registered.`)
    const registering =
      this.#registering.get(machineID) ??
      autoRegisterMachine(this.#database.pool, machineID)
        .then((entry) => this.#live.register(entry))
        .finally(() => this.#registering.delete(machineID))
    this.#registering.set(machineID, registering)
    return await registering
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

/** The record of a message that only its time speaks against, as it is kept with the message. */
function untimelyOf(record: TelemetryRecord | undefined, arrival: number) {
  if (record === undefined || Math.abs(record.at) > LAST_DATE) return {}
  return { untimely: { leadMs: record.at - arrival, ownWords: inOwnWords(record) } }
}

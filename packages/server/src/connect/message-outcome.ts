import {
  type ClockWatch,
  contradictsStored,
  type Decoded,
  type Ingest,
  inOwnWords,
  type RecentSenders,
  type Refusal,
  type Repeat,
} from '../ingest/index.ts'
import type { LiveMachine } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { StorageLimits } from '../platform/storage-limits.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { type Delivered, type Message, NotStored, type OnSettled, PublishRefused } from './message.ts'

/** The last moment that a date has, Unix ms (ECMA-262, 21.4.1.1). */
const LAST_DATE = 8_640_000_000_000_000

/** What the outcome of a message depends on, beside what it says. */
export interface MessageOutcomeParts {
  clock: Pick<ClockWatch, 'note' | 'explains'>
  recent: Pick<RecentSenders, 'note'>
  whenFull: StorageLimits['whenFull']
}

/** Hands messages to the ingest: as records, as records that wait for our clock, or as refused with the reason. */
export class MessageOutcome {
  readonly #ingest: Pick<Ingest, 'offer'>
  readonly #parts: MessageOutcomeParts

  constructor(ingest: Pick<Ingest, 'offer'>, parts: MessageOutcomeParts) {
    this.#ingest = ingest
    this.#parts = parts
  }

  /** Takes over what was decoded. `settle` is called once it is committed, or with the error where it was not stored. */
  store(message: Message, machine: LiveMachine, arrival: number, decoded: Decoded, settle: OnSettled): void {
    const record = 'record' in decoded ? decoded.record : decoded.untimely
    // Replays come late by nature, and what reports no time has ours.
    if (record !== undefined && message.firstArrival === undefined && record.at !== arrival)
      this.#parts.clock.note(machine.entry.key, record.at - clock.now())
    if ('record' in decoded) {
      const { source } = message.device
      const isOrdered = message.encoding === 'sparkplugB'
      // Whoever sends over HTTP has it in the answer, and the order of Sparkplug's messages says where else it may be stored.
      const isTold = isOrdered || source === 'http'
      const done = (repeat?: Repeat) => {
        if (repeat === 'conflict' && !isTold) this.refuse(message, machine, arrival, contradictsStored(), settle)
        else settle(null, machine, undefined, repeat)
      }
      const item = { record: decoded.record, source, isOrdered, done }
      if (message.delivered === undefined || decoded.record.at !== arrival)
        this.#offered(this.#ingest.offer(item), settle)
      else {
        const offer = () => this.#offered(this.#ingest.offer(item), settle)
        this.#storeTimeless(message.delivered, arrival, offer, settle)
      }
      return
    }
    const { refusal, untimely } = decoded
    const retentionDays = machine.entry.keepRecordsDays
    if (untimely !== undefined && this.#parts.clock.explains(untimely.at, arrival, retentionDays))
      this.#hold(message, machine, untimely, settle)
    else this.refuse(message, machine, arrival, refusal, settle, untimely)
  }

  /** A record without a time of its own has that of its arrival, which must be the same whenever the message comes again. */
  #storeTimeless({ isRetained, remember, leaveOut }: Delivered, arrival: number, offer: () => void, settle: OnSettled) {
    if (isRetained) {
      leaveOut()
      settle(null)
    } else if (remember === undefined) offer()
    else remember(arrival, offer)
  }

  /** Only our own clock speaks against the record, and we do not trust it. */
  #hold({ device }: Message, machine: LiveMachine, record: TelemetryRecord, settle: OnSettled): void {
    const from = { device: device.userName, customerId: device.customerId, machineKey: machine.entry.key }
    const held = { receivedAt: record.receivedAt, ...from, payload: inOwnWords(record) }
    const done = (isStored: boolean) => {
      if (isStored) settle(null, machine)
      else settle(new NotStored("There is no more room for records that wait for the server's clock. Set it right."))
    }
    this.#offered(this.#ingest.offer({ held, source: device.source, done }), settle)
  }

  /** Stores a refused message; a replayed one is stored already. */
  refuse(
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
    const done = (isStored: boolean) => {
      const machineID = machine?.entry.machineID ?? null
      this.#parts.recent.note({ device: device.userName, machineID, ...refusal }, isStored)
      if (isStored || this.#parts.whenFull === 'acknowledge') settle(null, machine, refusal)
      else settle(new NotStored(`${refusal.reason} It was not kept: the share of its sender is full.`, refusal))
    }
    this.#offered(this.#ingest.offer({ refused, source: device.source, done }), settle)
  }

  #offered(taken: boolean, settle: OnSettled): void {
    if (!taken)
      settle(new PublishRefused('The ingest takes no more at the moment. Send it again later.', 'ingest_full'))
  }
}

/** The record of a message that only its time speaks against, as it is stored with the message. */
function untimelyOf(record: TelemetryRecord | undefined, arrival: number) {
  if (record === undefined || Math.abs(record.at) > LAST_DATE) return {}
  return { untimely: { leadMs: record.at - arrival, ownWords: inOwnWords(record) } }
}

import type { Decoded, Encoding, Refusal, Repeat } from '../ingest/index.ts'
import type { LiveMachine } from '../live/index.ts'
import type { Device } from './device.ts'

export type PublishRefusal = 'topic_refused' | 'machine_foreign' | 'machine_unknown' | 'ingest_full'

/** A publish that ends the connection: a topic the device has no business with, or an ingest that takes no more. */
export class PublishRefused extends Error {
  readonly reason: PublishRefusal

  constructor(message: string, reason: PublishRefusal) {
    super(message)
    this.reason = reason
  }

  /** Whether the same publish may be taken later. */
  get passing(): boolean {
    return this.reason === 'ingest_full'
  }
}

/**
 * A message for which there is no room any more, as a refused one or as a record that waits for our clock: it is not acknowledged, and
 * its connection goes on.
 */
export class NotStored extends Error {
  /** Why it was refused; undefined if it would only have had to wait. */
  readonly refusal: Refusal | undefined

  constructor(message: string, refusal?: Refusal) {
    super(message)
    this.refusal = refusal
  }
}

/** @param repeat of a record that is not stored, since its machine has one of that time */
export type OnSettled = (error: Error | null, machine?: LiveMachine, refusal?: Refusal, repeat?: Repeat) => void

/** Makes a record of a message that was read already. @param arrival Unix ms, the time of one that reports none */
export type Decode = (machine: LiveMachine, arrival: number) => Decoded

/** What the broker of a subscriber says of a message beside its topic and payload. */
export interface Delivered {
  /** The broker had stored it for whoever subscribes (MQTT 3.1.1, 3.3.1.3): how old it is only its own time can say. */
  isRetained: boolean
  /** Of a message that the broker repeats: when it came first, Unix ms. */
  cameAt: number | undefined
  /**
   * Stores when the message came, and calls back: whoever gets the repeat knows it by that time then. Undefined where the broker
   * repeats nothing.
   */
  remember: ((at: number, stored: () => void) => void) | undefined
  /** Called instead of storing a record that reports no time, of a message that was retained. */
  leaveOut: () => void
}

/** A message as it came. */
export interface Origin {
  device: Device
  topic: string
  payload: Buffer
  encoding: Encoding
  /** Of one that was refused before and is replayed: when it came first, Unix ms. */
  firstArrival?: number
  /** Of one that a subscriber got. */
  delivered?: Delivered
}

/** A message on its way through the intake. */
export interface Message extends Origin {
  /** Makes the record where that is not the matter of the topic and a tag map for JSON. */
  decode?: Decode
}

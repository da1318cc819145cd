import { connect, type MqttClient } from 'mqtt'
import { type Clock, systemClock } from '../clock.ts'
import { Condition } from './condition.ts'

/** A record on its way: what is published, and when it was read (Unix ms). */
export interface QueuedRecord {
  time: number
  payload: string
}

/** Where a link connects to, and as whom. */
export interface LinkTarget {
  url: string
  userName: string
  password: string
}

/** What a link reports about its connection. */
export interface LinkEvents {
  /** An attempt failed or the connection was lost. @param inRow failures since the last acknowledged record */
  failed(reason: string, inRow: number): void
  /** A record was acknowledged for the first time after a failure. */
  recovered(): void
}

/** Records sent and not yet acknowledged, and as many more that may wait before `room` makes the caller wait. */
export const IN_FLIGHT_LIMIT = 100

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 15_000
const CONNECT_TIMEOUT_MS = 10_000
const KEEPALIVE_SECONDS = 30
/** What is in flight when a link closes is waited for so long, and the goodbye so long again. */
const CLOSE_WAIT_MS = 500

/**
 * The connection of one machine. It publishes what it is offered in that order, each record until it is acknowledged:
 * what was in flight when a connection broke is sent again on the next one, before anything newer.
 */
export class MachineLink {
  readonly #target: LinkTarget
  readonly #clientId: string
  readonly #topic: string
  readonly #events: LinkEvents
  readonly #clock: Clock
  #waiting: QueuedRecord[] = []
  readonly #inFlight = new Set<QueuedRecord>()
  readonly #progress = new Condition()
  #open = false
  #closing: Promise<void> = Promise.resolve()
  /** Set while connected. */
  #ready: MqttClient | undefined
  #client: MqttClient | undefined
  #retry = new AbortController()
  #failures = 0

  /** @param clock of the pauses between two attempts to connect */
  constructor(target: LinkTarget, clientId: string, topic: string, events: LinkEvents, clock: Clock = systemClock) {
    this.#target = target
    this.#clientId = clientId
    this.#topic = topic
    this.#events = events
    this.#clock = clock
  }

  /** Records that wait or are in flight. */
  get unacknowledged(): number {
    return this.#waiting.length + this.#inFlight.size
  }

  /** Connects, and stays connected until `close`. Does nothing while open. */
  open(): void {
    if (this.#open) return
    this.#open = true
    this.#retry = new AbortController()
    this.#failures = 0
    this.#connect()
  }

  /** Disconnects after what is in flight, within a second. What is not acknowledged stays for the next `open`. */
  async close(): Promise<void> {
    if (this.#open) this.#closing = this.#disconnect()
    await this.#closing
  }

  /** Takes a record to publish, connected or not. */
  offer(record: QueuedRecord): void {
    this.#waiting.push(record)
    this.#send()
  }

  /** Resolves when little enough waits to offer more, or when the link is closed. */
  async room(): Promise<void> {
    if (this.#waiting.length >= IN_FLIGHT_LIMIT) {
      await this.#progress.until(() => !this.#open || this.#waiting.length < IN_FLIGHT_LIMIT)
    }
  }

  /** Resolves when everything is acknowledged, or when the link is closed. */
  async drained(): Promise<void> {
    await this.#progress.until(() => !this.#open || this.unacknowledged === 0)
  }

  /** Gives up waiting records that were read before `time` (Unix ms). */
  dropBefore(time: number): void {
    if ((this.#waiting[0]?.time ?? time) < time) this.#waiting = this.#waiting.filter((record) => record.time >= time)
  }

  #connect(): void {
    const { url, userName, password } = this.#target
    // Each attempt is its own client: what is not acknowledged is stored here, not in the client's store.
    const client = connect(url, {
      clientId: this.#clientId,
      username: userName,
      password,
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepalive: KEEPALIVE_SECONDS,
    })
    let reason = 'the broker closed the connection'
    this.#client = client
    client.on('connect', () => {
      if (client !== this.#client) return
      this.#ready = client
      this.#send()
    })
    client.on('error', (error) => {
      reason = error.message || ('code' in error ? String(error.code) : error.name)
    })
    client.once('close', () => this.#lost(client, reason))
  }

  async #disconnect(): Promise<void> {
    this.#open = false
    this.#retry.abort()
    this.#progress.changed()
    const client = this.#client
    if (this.#ready !== undefined)
      await within(
        CLOSE_WAIT_MS,
        this.#progress.until(() => this.#inFlight.size === 0),
      )
    const polite = this.#ready !== undefined && this.#inFlight.size === 0
    this.#forget()
    if (client !== undefined) await (polite ? goodbye(client) : client.endAsync(true))
  }

  #lost(client: MqttClient, reason: string): void {
    if (client !== this.#client) return
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures)
    this.#forget()
    this.#progress.changed()
    if (!this.#open) return
    this.#failures += 1
    // The links of a fleet lose their broker together; they should not all come back in the same moment.
    void this.#connectAfter(wait * (0.8 + 0.4 * Math.random()))
    this.#events.failed(reason, this.#failures)
  }

  async #connectAfter(ms: number): Promise<void> {
    const { signal } = this.#retry
    await this.#clock.sleep(ms, signal)
    if (!signal.aborted) this.#connect()
  }

  #forget(): void {
    this.#client = undefined
    this.#ready = undefined
    this.#waiting = [...this.#inFlight, ...this.#waiting]
    this.#inFlight.clear()
  }

  #send(): void {
    const client = this.#ready
    if (client === undefined || !this.#open) return
    while (this.#inFlight.size < IN_FLIGHT_LIMIT) {
      const record = this.#waiting.shift()
      if (record === undefined) return
      this.#inFlight.add(record)
      client.publish(this.#topic, record.payload, { qos: 1 }, (error) => {
        if (!error && client === this.#client) this.#acknowledged(record)
      })
    }
  }

  #acknowledged(record: QueuedRecord): void {
    this.#inFlight.delete(record)
    // Only now: a broker may let somebody in and throw them out at the first record.
    if (this.#failures > 0) this.#events.recovered()
    this.#failures = 0
    this.#send()
    this.#progress.changed()
  }
}

/** Says goodbye, but does not wait for a broker that does not listen. */
async function goodbye(client: MqttClient): Promise<void> {
  await within(CLOSE_WAIT_MS, client.endAsync())
  client.stream.destroy()
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}

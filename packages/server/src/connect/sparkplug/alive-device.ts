import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'
import type { LiveMachine } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import { justAfter, orderedTime } from '../../telemetry/index.ts'
import type { Device } from '../device.ts'
import { PULSE_ORDER } from './message-order.ts'

/** A machine that does not change is reported as alive after this share of the time after which it counts as silent. */
const PULSE_SHARE = 3

/** A device of an edge node, or the node itself, from its birth to its death. */
export class AliveDevice {
  readonly device: Device
  readonly topic: string
  readonly machineID: string
  /** Of the device; '' for the node itself. */
  readonly name: string
  #machine: LiveMachine | undefined
  /** How often our connection to it has ended. */
  #endings = 0
  /** How far its clock is ahead of ours, at least: messages need time, and buffered ones much of it. */
  #leadMs = Number.NEGATIVE_INFINITY
  #newestAt = Number.NEGATIVE_INFINITY
  #heardAt = clock.monotonic()
  /** Metrics of which it was reported that a value could not be used. */
  readonly #faulty = new Set<string>()

  constructor({ device, topic, machineID, name }: { device: Device; topic: string; machineID: string; name: string }) {
    this.device = device
    this.topic = topic
    this.machineID = machineID
    this.name = name
  }

  /** Names the connection over which a message has come. */
  get connection(): number {
    return this.#endings
  }

  /** Takes note of a message of now. @param sentAt when it was sent, Unix ms; @param arrival by our clock */
  hear(sentAt: number, arrival: number): void {
    this.#leadMs = Math.max(this.#leadMs, Math.min(sentAt - arrival, CLOCK_AHEAD_LIMIT_MS))
    this.#heardAt = clock.monotonic()
  }

  /** Takes note of what was reported. @param at its time, Unix ms */
  note(at: number): void {
    this.#newestAt = Math.max(this.#newestAt, at)
  }

  /** @returns whether it is the first value of the metric that cannot be used */
  isFirstFault(metric: string): boolean {
    return this.#faulty.size < this.#faulty.add(metric).size
  }

  /**
   * The machine is known now, which takes a while for a new one.
   * @param connection over which the message has come
   * @returns whether its connection begins with it
   */
  begin(machine: LiveMachine, connection: number): boolean {
    if (connection !== this.#endings || this.#machine !== undefined) return false
    this.#machine = machine
    return true
  }

  /** Our connection is over: whether it is still alive is not known. @returns the machine whose connection ends with it */
  end(): LiveMachine | undefined {
    this.#endings += 1
    const machine = this.#machine
    this.#machine = undefined
    return machine
  }

  /**
   * When it is reported as alive, by the clock of its source; undefined as long as it need not be, or where that clock is so far
   * behind that nothing it says is of now.
   * @param now Unix ms
   */
  pulseAt(now: number): number | undefined {
    if (this.#machine === undefined) return undefined
    const staleMs = this.#machine.entry.staleAfterSeconds * 1000
    if (clock.monotonic() - this.#heardAt < staleMs / PULSE_SHARE || this.#leadMs < -staleMs) return undefined
    const ms = Math.floor(now + this.#leadMs)
    if (ms <= this.#newestAt) return undefined
    const at = orderedTime(ms, PULSE_ORDER)
    this.note(at)
    this.#heardAt = clock.monotonic()
    return at
  }

  /**
   * The time of a death, behind all that was heard.
   * @param at as the death names it, Unix ms
   * @param now Unix ms
   * @param order whether anything was seen of a millisecond, and the time behind all of it
   */
  deathAt(
    at: number | undefined,
    now: number,
    { isSeen, behind }: { isSeen: (ms: number) => boolean; behind: (ms: number) => number },
  ): number {
    const own = at ?? Math.floor(now + (Number.isFinite(this.#leadMs) ? this.#leadMs : 0))
    // What was ahead of its time may be of this very millisecond, from an earlier life.
    if (own > this.#newestAt) return at === undefined && isSeen(own) ? behind(own) : own
    return Math.max(behind(Math.floor(this.#newestAt)), justAfter(this.#newestAt))
  }
}

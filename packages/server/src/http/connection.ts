import type { Socket } from 'node:net'
import { clock } from '../platform/clock.ts'
import type { RequestQueue } from './request-queue.ts'

/** A reader of a slow line has longer for a large answer: the whole patience for each of so many bytes. */
const BYTES_OF_A_PATIENCE = 2 * 1024 * 1024

/** One connection of a client, and what waits on it to be read. Times are those of `clock.monotonic()`. */
export class Connection {
  readonly socket: Socket
  /** The address, or its network, that it is counted for; undefined for a proxy, behind which there are many. */
  readonly network: string | undefined
  readonly requests: RequestQueue
  /** Bytes of answers that the kernel has not taken yet. */
  unread = 0
  /** When bytes were last taken, or none were pending. */
  #progressAt: number
  #taken = 0

  constructor(socket: Socket, network: string | undefined, requests: RequestQueue) {
    this.socket = socket
    this.network = network
    this.requests = requests
    this.#progressAt = clock.monotonic()
  }

  /** Looks at what the client has taken since the last look. */
  look(now: number): void {
    this.unread = this.socket.writableLength
    // All that was ever written, without what still waits.
    const taken = this.socket.bytesWritten - this.unread
    if (this.unread === 0 || taken !== this.#taken) this.#progressAt = now
    this.#taken = taken
  }

  /** For how long nothing was taken of what waits, ms. */
  stalledFor(now: number): number {
    return this.unread === 0 ? 0 : now - this.#progressAt
  }

  /**
   * Whether it has been given up: nothing was taken for the patience. A large piece is seen as taken only when all of it is, so
   * it has longer.
   */
  isGivenUp(now: number, patienceMs: number): boolean {
    return this.stalledFor(now) > patienceMs * (1 + this.unread / BYTES_OF_A_PATIENCE)
  }

  /** Whether it may be ended to make room: nothing is under way, or a request or an answer that does not get on. */
  isExpendable(now: number, graceMs: number): boolean {
    const { current, currentSince } = this.requests
    if (current === undefined) return true
    const isSlowToSend = !current.req.complete && now - currentSince > graceMs
    return isSlowToSend || this.stalledFor(now) > graceMs
  }
}

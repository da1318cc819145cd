import type { ServerResponse } from 'node:http'
import { clock } from '../platform/clock.ts'

/**
 * The requests of one connection, answered one after the other. A client may send many without reading an answer
 * (pipelining, RFC 9112, 9.3.2): if all were answered at once, all answers would wait in memory.
 */
export class RequestQueue {
  readonly #limit: number
  readonly #onIdle: () => void
  #waiting: { response: ServerResponse; work: () => void }[] = []
  #current: ServerResponse | undefined
  /** When the current one began, by `clock.monotonic()`. */
  currentSince = 0

  /** @param limit requests that may wait behind the one that is being answered; @param onIdle when all are answered */
  constructor(limit: number, onIdle: () => void) {
    this.#limit = limit
    this.#onIdle = onIdle
  }

  /** The answer that is being made or read. */
  get current(): ServerResponse | undefined {
    return this.#current
  }

  /** Runs the work when those before it have been taken by the client. @returns false if too many wait already */
  add(response: ServerResponse, work: () => void): boolean {
    if (this.#current === undefined) this.#run(response, work)
    else if (this.#waiting.length >= this.#limit) return false
    else this.#waiting.push({ response, work })
    return true
  }

  /** Forgets what waits: the connection is gone. */
  clear(): void {
    this.#waiting = []
  }

  #run(response: ServerResponse, work: () => void): void {
    this.#current = response
    this.currentSince = clock.monotonic()
    response.once('close', () => {
      this.#current = undefined
      const next = this.#waiting.shift()
      if (next === undefined) this.#onIdle()
      else this.#run(next.response, next.work)
    })
    work()
  }
}

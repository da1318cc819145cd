import { hash } from 'node:crypto'
import type { OnSettled } from '../message.ts'

/**
 * The messages of a connection that were taken in last. What the broker delivers again changes nothing: a birth does not end what has come
 * since, and a death does not end who was born after it.
 */
export class RecentMessages {
  readonly #remembered: number
  /** Who waits for a message to be stored; undefined once it is. */
  readonly #waiting = new Map<string, OnSettled[] | undefined>()

  /** @param remembered as many messages as may be on their way without an acknowledgement */
  constructor(remembered: number) {
    this.#remembered = remembered
  }

  /**
   * @param seq its sequence number; undefined where the message has none, or no time: numbers come round, so that it may be a new one
   * @returns what settles the message; undefined if it has come before: it is settled together with the first one
   */
  begin(topic: string, seq: number | undefined, payload: Buffer, settle: OnSettled): OnSettled | undefined {
    if (seq === undefined || this.#remembered === 0) return settle
    const id = idOf(topic, payload)
    if (this.#waiting.has(id)) {
      const waiting = this.#waiting.get(id)
      if (waiting === undefined) settle(null)
      else waiting.push(settle)
      return undefined
    }
    const waiting = [settle]
    this.#remember(id, waiting)
    return (error, ...rest) => {
      // What was not stored is taken in when it comes again.
      if (error !== null) this.#waiting.delete(id)
      else if (this.#waiting.has(id)) this.#waiting.set(id, undefined)
      for (const one of waiting) one(error, ...rest)
    }
  }

  /** A message was of no use, but may be later: what it needs may come before it is delivered again. */
  forget(topic: string, payload: Buffer): void {
    this.#waiting.delete(idOf(topic, payload))
  }

  #remember(id: string, waiting: OnSettled[]): void {
    this.#waiting.set(id, waiting)
    for (const oldest of this.#waiting.keys()) {
      if (this.#waiting.size <= this.#remembered) break
      this.#waiting.delete(oldest)
    }
  }
}

/** It has the time and the number of the message, so that no other one is the same. */
function idOf(topic: string, payload: Buffer): string {
  return `${hash('sha256', payload, 'base64')} ${topic}`
}

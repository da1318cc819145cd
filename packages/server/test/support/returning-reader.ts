import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './caller.ts'
import { EventStream, type Shape } from './event-stream.ts'
import { Looks } from './looks.ts'
import { until } from './until.ts'

/** Between two attempts to open a stream. */
const PAUSE_MS = 100

/** A reader of the live stream that comes back by itself, as browsers do, to any node that is there. */
export class ReturningReader {
  readonly #ports: () => Promise<number[]>
  readonly #headers: Caller['headers']
  readonly #shape: Shape
  #stream: EventStream | undefined
  #isEnded = false
  #running: Promise<void>
  #lastId = ''
  /** How long each interruption has lasted, ms. */
  readonly gaps: number[] = []

  /** @param headers asked for each stream: tokens end after ten minutes @param first which of the nodes it begins with */
  constructor(ports: () => Promise<number[]>, headers: Caller['headers'], first = 0, shape: Shape = 'declared') {
    this.#ports = ports
    this.#headers = headers
    this.#shape = shape
    this.#running = this.#read(first)
  }

  get isOpen(): boolean {
    return this.#stream?.ended === false
  }

  async close(): Promise<void> {
    this.#isEnded = true
    this.#stream?.close()
    await this.#running
  }

  async #read(first: number): Promise<void> {
    let lostAt: number | undefined
    for (let attempt = first; !this.#isEnded; attempt += 1) {
      const ports = await this.#ports()
      const port = ports[attempt % Math.max(1, ports.length)]
      const resume = this.#lastId === '' ? {} : { 'last-event-id': this.#lastId }
      const open = async (at: number) =>
        await EventStream.open(at, { ...(await this.#headers()), ...resume }, this.#shape)
      const stream = port && (await open(port).catch(() => undefined))
      if (!stream) {
        await sleep(PAUSE_MS)
        continue
      }
      if (lostAt !== undefined) this.gaps.push(Math.round(performance.now() - lostAt))
      this.#stream = stream
      await until('the end of a stream', () => stream.ended || this.#isEnded, Looks.unlimited())
      lostAt = performance.now()
      this.#lastId = stream.lastEventId || this.#lastId
    }
  }
}

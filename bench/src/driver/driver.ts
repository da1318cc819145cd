import { setTimeout as sleep } from 'node:timers/promises'
import { ownUsage } from '../process/usage.ts'
import { encodeFrames, type Frames, type Lateness } from './frames.ts'
import { Latencies } from './latencies.ts'
import { type Account, Publisher } from './publisher.ts'
import { createRandom } from './random.ts'

export interface Load {
  recordsPerConnection: number
  /** Time of the first record, Unix ms. */
  from: number
  step: number
  seed: number
  late?: Lateness
}

export interface RunResult {
  acknowledged: number
  /** Acknowledged per second, without the first moments. */
  rate: number
  p50: number
  p99: number
  /** Processor time of the driver, microseconds. */
  usage: number
  /** Whether some records were sent more than once. */
  repeated: boolean
}

const WARM_UP_SHARE = 0.2
const DRAIN_PATIENCE_MS = 60_000

/** Encodes the load, connection by connection. @param connections the machines of each, by its name */
export function encodeLoad(load: Load, connections: ReadonlyMap<string, readonly string[]>): Map<string, Frames> {
  const { recordsPerConnection: count, from, step, late } = load
  const random = createRandom(load.seed)
  const encode = (machineIDs: readonly string[]) => encodeFrames({ machineIDs, count, from, step, late }, random)
  return new Map([...connections].map(([name, machineIDs]) => [name, encode(machineIDs)]))
}

/** The machines of workload W: each has its own connection and sends packets that were encoded before. */
export class Driver {
  readonly #latencies = new Latencies()
  #acknowledged = 0
  #publishers: Publisher[] = []
  #abandoned = false

  async connect(port: number, machineIDs: readonly string[], account: Account): Promise<void> {
    this.#publishers = machineIDs.map((machineID) => new Publisher(machineID, (ms) => this.#count(ms)))
    // Not all at once: the accept queue of a listening socket is short.
    for (let first = 0; first < this.#publishers.length; first += 100) {
      const some = this.#publishers.slice(first, first + 100)
      await Promise.all(some.map((publisher) => publisher.connect(port, account)))
    }
  }

  close(): void {
    for (const publisher of this.#publishers) publisher.close()
  }

  /** @param framesOf the packets of a machine */
  load(framesOf: (machineID: string) => Frames): void {
    for (const publisher of this.#publishers) publisher.load(framesOf(publisher.machineID))
  }

  /** Gives up on the server. @returns how many records it has acknowledged, by machine */
  abandon(): Map<string, number> {
    this.#abandoned = true
    return new Map(this.#publishers.map((publisher) => [publisher.machineID, publisher.acknowledged]))
  }

  /** Sends with `window` records of every machine in flight, then waits until all are acknowledged. */
  async saturate(seconds: number, window: number): Promise<RunResult> {
    return await this.#measure(async () => {
      for (const publisher of this.#publishers) publisher.saturate(window)
      await sleep(seconds * 1000 * WARM_UP_SHARE)
      const warm = { at: performance.now(), acknowledged: this.#acknowledged }
      this.#latencies.clear()
      await sleep(seconds * 1000 * (1 - WARM_UP_SHARE))
      const rate = (1000 * (this.#acknowledged - warm.acknowledged)) / (performance.now() - warm.at)
      for (const publisher of this.#publishers) publisher.saturate(0)
      return rate
    })
  }

  /** Sends so many records per connection and second, evenly spread over the second. */
  async steady(seconds: number, perSecond: number): Promise<RunResult> {
    return await this.#measure(async () => {
      const start = performance.now()
      const total = seconds * perSecond * this.#publishers.length
      for (let sent = 0; sent < total; ) {
        await sleep(1)
        const now = performance.now()
        const due = Math.min(Math.floor(((now - start) / 1000) * perSecond * this.#publishers.length), total)
        for (; sent < due; sent++) this.#publishers[sent % this.#publishers.length]?.send(1, now)
      }
      return total / seconds
    })
  }

  /** One record of every machine at once. */
  async burst(): Promise<void> {
    await this.#measure(async () => {
      const now = performance.now()
      for (const publisher of this.#publishers) publisher.send(1, now)
      return 0
    })
  }

  /** When each record of a connection was written, Unix ms with fractions. */
  sent(): Map<string, Float64Array> {
    const times = (publisher: Publisher) => publisher.sentAt.map((at) => performance.timeOrigin + at)
    return new Map(this.#publishers.map((publisher) => [publisher.machineID, times(publisher)]))
  }

  #count(milliseconds: number): void {
    this.#acknowledged += 1
    this.#latencies.add(milliseconds)
  }

  async #measure(work: () => Promise<number>): Promise<RunResult> {
    this.#acknowledged = 0
    this.#latencies.clear()
    const before = ownUsage()
    const rate = await work()
    const usage = ownUsage() - before
    const patience = performance.now() + DRAIN_PATIENCE_MS
    while (!this.#abandoned && this.#publishers.some((publisher) => publisher.outstanding > 0)) {
      if (performance.now() > patience) throw new Error('Some records were never acknowledged.')
      await sleep(1)
    }
    const [p50 = Number.NaN, p99 = Number.NaN] = this.#latencies.percentiles(0.5, 0.99)
    const repeated = this.#publishers.some((publisher) => publisher.repeated)
    return { acknowledged: this.#acknowledged, rate, p50, p99, usage, repeated }
  }
}

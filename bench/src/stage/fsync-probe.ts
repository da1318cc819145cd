import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Latencies } from '../driver/latencies.ts'

const INTERVAL_MS = 20
/** A page of PostgreSQL's log, in a file that is already as large as it gets: what a commit waits for at least. */
const PAGE = Buffer.alloc(8192, 1)
const PAGES = 2048

/** Measures, while other work goes on, how long the disk of a folder takes to make a page durable. */
export class FsyncProbe {
  readonly #file: string
  readonly #latencies = new Latencies()
  #descriptor = 0
  #page = 0
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#file = join(folder, 'fsync-probe')
  }

  start(): void {
    this.#descriptor = openSync(this.#file, 'w+')
    writeSync(this.#descriptor, Buffer.alloc(PAGE.length * PAGES))
    fdatasyncSync(this.#descriptor)
    this.#timer = setInterval(() => this.#measure(), INTERVAL_MS)
  }

  /** @returns the times in ms */
  stop(): { p50: number; p99: number } {
    clearInterval(this.#timer)
    closeSync(this.#descriptor)
    rmSync(this.#file)
    const [p50 = Number.NaN, p99 = Number.NaN] = this.#latencies.percentiles(0.5, 0.99)
    return { p50, p99 }
  }

  #measure(): void {
    const start = performance.now()
    writeSync(this.#descriptor, PAGE, 0, PAGE.length, (this.#page % PAGES) * PAGE.length)
    fdatasyncSync(this.#descriptor)
    this.#page += 1
    this.#latencies.add(performance.now() - start)
  }
}

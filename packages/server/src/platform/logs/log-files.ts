import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { WorkerPool } from '../worker-pool.ts'
import type { LogLine, LogOutput } from './log-output.ts'
import type { LogTask } from './log-worker.ts'
import { indexPath, listSegments } from './segment-names.ts'
import { type LinePlace, SegmentWriter } from './segment-writer.ts'

const DAY_MS = 86_400_000
/** Packing a segment takes a second or two; a disk may be slow. */
const PACK_TIMEOUT_MS = 300_000

export type StoredListener = (line: LogLine, place: LinePlace | undefined) => void

/** The files of a process: lines come in, full segments are packed, old ones removed. */
export class LogFiles {
  readonly folder: string
  readonly #output: LogOutput
  readonly #limits: Config['logFiles']
  readonly #writer: SegmentWriter
  readonly #packer: WorkerPool
  readonly #listeners = new Set<StoredListener>()
  #days: number
  #tidying = Promise.resolve()
  #unlisten: (() => void) | undefined

  constructor(output: LogOutput, { dataDir, logFiles }: Pick<Config, 'dataDir' | 'logFiles'>) {
    this.folder = join(dataDir, 'logs')
    this.#output = output
    this.#limits = logFiles
    this.#days = logFiles.days
    this.#writer = new SegmentWriter({
      folder: this.folder,
      maxBytes: logFiles.segmentBytes,
      now: () => clock.now(),
      onFinished: () => this.#tidyLater(),
    })
    this.#packer = new WorkerPool({
      script: new URL('./log-worker.ts', import.meta.url),
      workers: 1,
      queue: 1,
      perOwner: 1,
      timeoutMs: PACK_TIMEOUT_MS,
      memoryMb: 128,
    })
  }

  /** The segment that is written. */
  get current(): string {
    return this.#writer.file
  }

  /** Lines that are in no file, because the disk did not take them. */
  get dropped(): number {
    return this.#writer.dropped
  }

  /** For how long files are retained from now on. */
  retain(days: number): void {
    this.#days = days
  }

  async start(): Promise<void> {
    // Where the folder cannot be written to, lines are dropped and counted like those of a full disk.
    await this.#writer.start().catch(() => undefined)
    this.#unlisten = this.#output.listen((line) => {
      const place = this.#writer.append(line.text)
      for (const listener of this.#listeners) listener(line, place)
    })
    this.#tidyLater()
  }

  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#packer.stop()
    await this.#tidying
    await this.#writer.stop()
  }

  /** Hears of every line that is logged from now on. @returns ends it */
  onLine(listener: StoredListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Resolves when all lines so far are in their file. */
  flush(): Promise<void> {
    return this.#writer.flush()
  }

  /** Resolves when finished segments are packed and old ones are removed. What fails is done with the next segment. */
  tidy(): Promise<void> {
    this.#tidyLater()
    return this.#tidying
  }

  #tidyLater(): void {
    this.#tidying = this.#tidying.then(() => this.#tidy()).catch(() => undefined)
  }

  async #tidy(): Promise<void> {
    const { folder } = this
    const plain = (await listSegments(folder)).filter(({ name, isPacked }) => !isPacked && name !== this.current)
    for (const { name } of plain) {
      const task: LogTask = { kind: 'pack', folder, name }
      await this.#packer.run(task, 'packing')
    }
    await this.#removeOld()
  }

  async #removeOld(): Promise<void> {
    const segments = await listSegments(this.folder)
    const oldest = new Date(clock.now() - this.#days * DAY_MS).toISOString().slice(0, 10)
    let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    for (const segment of segments) {
      if (segment.name === this.current) break
      if (segment.day >= oldest && bytes <= this.#limits.bytes) break
      await rm(segment.path, { force: true })
      bytes -= segment.bytes
    }
    await this.#removeRemains()
  }

  /** What an interrupted packing has left, and indexes of segments that are gone. */
  async #removeRemains(): Promise<void> {
    const indexes = new Set((await listSegments(this.folder)).map(({ name }) => indexPath(this.folder, name)))
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name)
      const isLost = /^packhouse-.*\.index$/.test(name) && !indexes.has(path)
      if (isLost || /^packhouse-.*\.new$/.test(name)) await rm(path, { force: true })
    }
  }
}

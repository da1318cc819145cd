import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { clock, type Timer } from '../clock.ts'
import { listSegments, segmentName } from './segment-names.ts'

/** What waits for the disk, in characters; more is dropped. */
const MOST_WAITING = 8 * 1024 * 1024
/** How long nothing is written after the disk has refused. */
const PAUSE_MS = 5_000
/** Lines of one moment are written together. */
const GATHER_MS = 50

/** Where a line begins. */
export interface LinePlace {
  file: string
  /** In bytes, unpacked. */
  offset: number
}

interface Chunk {
  file: string
  lines: string[]
}

export interface SegmentWriterParts {
  folder: string
  /** A segment ends with its day and at so many bytes. */
  maxBytes: number
  now: () => number
  /** Hears of a segment that nothing is added to any more. */
  onFinished: (name: string) => void
}

/** Adds lines to the newest segment of a folder. What the disk does not take is dropped and counted; nobody waits for it. */
export class SegmentWriter {
  readonly #parts: SegmentWriterParts
  #current = { file: '', day: '', number: 0, bytes: 0 }
  #waiting: Chunk[] = []
  #waitingLength = 0
  #writing: Promise<void> | undefined
  #timer: Timer | undefined
  #pausedUntil = 0
  #open: { file: string; handle: FileHandle } | undefined
  /** Lines that are in no file. */
  dropped = 0

  constructor(parts: SegmentWriterParts) {
    this.#parts = parts
  }

  /** The segment that lines are added to. */
  get file(): string {
    return this.#current.file
  }

  /** Goes on with the newest segment, if it is of today and not full. */
  async start(): Promise<void> {
    await mkdir(this.#parts.folder, { recursive: true, mode: 0o700 })
    const day = this.#today()
    const newest = (await listSegments(this.#parts.folder)).filter((one) => one.day === day).at(-1)
    if (newest === undefined || newest.isPacked || newest.bytes >= this.#parts.maxBytes) {
      this.#begin(day, (newest?.number ?? 0) + 1)
    } else {
      this.#current = { file: newest.name, day, number: newest.number, bytes: newest.bytes }
      await this.#endLine(newest.path)
    }
  }

  /** @param text a line without its end @returns undefined if it is dropped */
  append(text: string): LinePlace | undefined {
    const line = `${text}\n`
    if (this.#parts.now() < this.#pausedUntil || this.#waitingLength + line.length > MOST_WAITING) {
      this.dropped++
      return undefined
    }
    const bytes = Buffer.byteLength(line)
    const day = this.#today()
    const isFull = this.#current.bytes > 0 && this.#current.bytes + bytes > this.#parts.maxBytes
    if (day !== this.#current.day) this.#begin(day, 1)
    else if (isFull) this.#begin(day, this.#current.number + 1)
    const { file, bytes: offset } = this.#current
    this.#current.bytes += bytes
    const last = this.#waiting.at(-1)
    if (last?.file === file) last.lines.push(line)
    else this.#waiting.push({ file, lines: [line] })
    this.#waitingLength += line.length
    this.#timer ??= clock.timeout(GATHER_MS, () => void this.flush())
    return { file, offset }
  }

  /** Resolves when all lines so far are in their files, or dropped. */
  async flush(): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    this.#writing = (this.#writing ?? Promise.resolve()).then(() => this.#writeAll())
    await this.#writing
  }

  async stop(): Promise<void> {
    await this.flush()
    await this.#close()
  }

  #today(): string {
    return new Date(this.#parts.now()).toISOString().slice(0, 10)
  }

  #begin(day: string, number: number): void {
    this.#current = { file: segmentName(day, number), day, number, bytes: 0 }
  }

  async #writeAll(): Promise<void> {
    const chunks = this.#waiting
    this.#waiting = []
    this.#waitingLength = 0
    for (const { file, lines } of chunks) {
      try {
        const handle = await this.#handleOf(file)
        await handle.appendFile(lines.join(''))
      } catch {
        this.dropped += lines.length
        await this.#giveUp(file)
      }
    }
  }

  async #handleOf(file: string): Promise<FileHandle> {
    if (this.#open?.file === file) return this.#open.handle
    const finished = this.#open?.file
    await this.#close()
    const handle = await open(join(this.#parts.folder, file), 'a', 0o600)
    this.#open = { file, handle }
    if (finished !== undefined) this.#parts.onFinished(finished)
    return handle
  }

  /** How much of it is in the file is not known: what comes later goes to another. */
  async #giveUp(file: string): Promise<void> {
    await this.#close()
    this.#pausedUntil = this.#parts.now() + PAUSE_MS
    if (this.#current.file === file) this.#begin(this.#current.day, this.#current.number + 1)
  }

  async #close(): Promise<void> {
    const handle = this.#open?.handle
    this.#open = undefined
    await handle?.close().catch(() => undefined)
  }

  /** The last line may have been cut off with the process. */
  async #endLine(path: string): Promise<void> {
    const handle = await open(path, 'r+')
    try {
      const { size } = await handle.stat()
      const last = Buffer.alloc(1)
      if (size === 0) return
      await handle.read(last, 0, 1, size - 1)
      if (last[0] === 10) return
      await handle.write('\n', size)
      this.#current.bytes = size + 1
    } finally {
      await handle.close()
    }
  }
}

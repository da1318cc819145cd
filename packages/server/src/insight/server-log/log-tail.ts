import type { PlacedLogEntry } from '@packhouse/contract'
import { type OpenStream, OpenStreams } from '../../engine/open-streams.ts'
import { clock, type Timer } from '../../platform/clock.ts'
import { type LineFilter, toEntry } from '../../platform/logs/log-entry.ts'
import type { LogFiles } from '../../platform/logs/log-files.ts'

/** Lines of one moment go out together. */
const FLUSH_MS = 250
/** So many of them are sent to one reader; more than that nobody reads. */
const MOST_LINES = 200
/** A reader that is this far behind gets nothing until it has caught up; then it learns how many lines it has missed. */
const BACKLOG_LIMIT = 256 * 1024

interface TailReader extends OpenStream {
  filter: LineFilter
}

interface Queue {
  entries: PlacedLogEntry[]
  leftOut: number
}

/** Sends new lines of the log to those who read it, and says what it leaves out. */
export class LogTail {
  readonly #files: LogFiles
  readonly #queues = new Map<TailReader, Queue>()
  readonly #readers = new OpenStreams<TailReader>((reader) => this.#queues.delete(reader))
  #timer: Timer | undefined
  #unlisten: (() => void) | undefined

  constructor(files: LogFiles) {
    this.#files = files
  }

  start(): void {
    this.#readers.start()
    this.#unlisten = this.#files.onLine((line, place) => {
      // What is in no file has no place; it is counted as dropped.
      if (this.#queues.size > 0 && place !== undefined)
        this.#queue({ ...toEntry(line.text, place.offset), file: place.file })
    })
    this.#timer = clock.every(FLUSH_MS, () => this.#flush())
  }

  stop(): void {
    this.#timer?.stop()
    this.#unlisten?.()
    this.#readers.stop()
    this.#queues.clear()
  }

  /** The first event says where the log is now: whoever comes back learns from it what happened in between. */
  open(reader: TailReader): void {
    this.#queues.set(reader, { entries: [], leftOut: 0 })
    this.#readers.add(reader)
    reader.response.write(encode({ entries: [], leftOut: 0 }))
  }

  #queue(entry: PlacedLogEntry): void {
    for (const [{ filter }, queue] of this.#queues) {
      if (!(filter.levels?.includes(entry.level) ?? true) || !(filter.parts?.includes(entry.part) ?? true)) continue
      queue.entries.push(entry)
      // The newest ones are shown.
      if (queue.entries.length > MOST_LINES) {
        queue.entries.shift()
        queue.leftOut++
      }
    }
  }

  #flush(): void {
    for (const [reader, queue] of this.#queues) {
      if (queue.entries.length === 0 || reader.response.writableLength > BACKLOG_LIMIT) continue
      reader.response.write(encode(queue))
      this.#queues.set(reader, { entries: [], leftOut: 0 })
    }
  }
}

function encode(queue: Queue): string {
  return `event: lines\ndata: ${JSON.stringify(queue)}\n\n`
}

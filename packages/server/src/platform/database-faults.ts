import pg from 'pg'
import type { DiskSpace } from './disk-space.ts'
import type { Log } from './log.ts'

/** SQLSTATE disk_full. */
const DISK_FULL = '53100'
/** SQLSTATE data_corrupted and index_corrupted. */
const CORRUPTED = /^XX00[12]$/
/** SQLSTATE io_error, of the disk as much as of the data on it. */
const IO_ERROR = '58030'
/** A line of the log of the embedded PostgreSQL with a prefix of `LOG_PREFIX`; other lines may quote what people entered. */
const LOG_LINE = /^\S+ \S+ \S+ \[\d+\] (\w{5}) (?:LOG|WARNING|ERROR|FATAL|PANIC): +(.*)$/
/** Time, process and SQLSTATE before each line of the log. */
export const LOG_PREFIX = '%m [%p] %e '

const DAMAGE =
  'Stored data are damaged: a part of the database cannot be read. Export what is needed and can still be read, ' +
  'then stop Packhouse and restore the last backup.'

/** What PostgreSQL says of its disk and its data, wherever it says so, remembered for the health. */
export class DatabaseFaults {
  readonly disk: DiskSpace
  readonly #log: Log
  #isDamaged = false

  constructor(disk: DiskSpace, log: Log) {
    this.disk = disk
    this.#log = log
  }

  /** What is damaged and what to do, since this process runs; undefined while nothing was found. */
  damage(): string | undefined {
    return this.#isDamaged ? DAMAGE : undefined
  }

  /** Listens to the errors that the server sends to a connection. */
  watch(client: pg.ClientBase): void {
    if (!(client instanceof pg.Client)) return
    client.connection.on('errorMessage', (error: pg.DatabaseError) => this.hear(error.code, error.message))
  }

  /** Reads a line of the log of the embedded PostgreSQL. */
  readLine(line: string): void {
    const [, code, message] = LOG_LINE.exec(line) ?? []
    if (code !== undefined && message !== undefined) this.hear(code, message)
  }

  /** @param code SQLSTATE of an error */
  hear(code: string | undefined, message: string): void {
    if (code === DISK_FULL || message.endsWith(': No space left on device')) this.disk.markFull()
    else if (CORRUPTED.test(code ?? '') || (code === IO_ERROR && message.startsWith('could not read'))) {
      if (!this.#isDamaged) this.#log.error({ error: message, code }, DAMAGE)
      this.#isDamaged = true
    }
  }
}

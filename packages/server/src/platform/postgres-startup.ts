/** Lines of the log with a prefix of `LOG_PREFIX`: the process that brings the database up begins with one of the first kind. */
const BEGINS = /\[(\d+)\] \w{5} LOG: +database system was (?:interrupted|shut down)/
const FAILS = /\[(\d+)\] \w{5} (?:FATAL|PANIC):/
const READY = /database system is ready to accept connections$/

/**
 * Reads in the log of a PostgreSQL that the process has failed which brings the database up. The server should end then, and sometimes does not:
 * where that process fails after a crash for want of room, PostgreSQL 18 may go on without it and refuse every connection, for good.
 */
export class PostgresStartup {
  #process: string | undefined
  #hasFailed = false

  /** Whether it has failed and no other one has begun since. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** @returns whether this line says that it has failed */
  read(line: string): boolean {
    const begun = BEGINS.exec(line)?.[1]
    if (begun !== undefined) this.#process = begun
    if (begun !== undefined || READY.test(line)) this.#hasFailed = false
    const failed = FAILS.exec(line)?.[1]
    if (failed === undefined || failed !== this.#process) return false
    this.#hasFailed = true
    return true
  }
}

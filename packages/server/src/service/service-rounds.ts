import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
import { HOUR_MS } from '../telemetry/index.ts'

/**
 * Works out once an hour what is left of each service plan, and the day of each last service: machines run, days pass and sites
 * get another time zone without anybody changing a plan or a record.
 */
export class ServiceRounds {
  readonly #database: Database
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()

  constructor(database: Database, log: Log) {
    this.#database = database
    this.#log = log
  }

  start(): void {
    this.#next()
    this.#timer = setInterval(() => this.#next(), HOUR_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#round
  }

  #next(): void {
    this.#round = this.#workOut().catch((error: Error) => {
      this.#log.warn({ error: error.message }, 'What is left of service plans was not worked out')
    })
  }

  /** The triggers of the table do the work: what a change of a plan tells and what an hour tells is one rule. */
  async #workOut(): Promise<void> {
    await sql`
      UPDATE service_plan SET next_due = next_due WHERE active AND deleted_at IS NULL
    `.execute(this.#database.system)
    await sql`
      UPDATE machine m SET last_service = served.day
      FROM (SELECT id, machine_last_service(id) AS day FROM machine WHERE id IN (SELECT machine_id FROM service_record)) served
      WHERE m.id = served.id AND served.day IS NOT NULL AND served.day IS DISTINCT FROM m.last_service
    `.execute(this.#database.system)
  }
}

import { sql } from 'kysely'
import { clock, type Timer } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { BEHIND_SIGNALS_MS, type DatabaseSignals } from '../../platform/database-signals.ts'
import type { LogOutput } from '../../platform/logs/log-output.ts'

const AN_HOUR = '1 hour'

/** Whether debug lines are stored: for an hour from when somebody wants them, on all servers, each of which looks it up. */
export class DebugSwitch {
  readonly #db: Db
  readonly #output: LogOutput
  #timer: Timer | undefined
  #looking = Promise.resolve()

  /** @param db the product's own */
  constructor(db: Db, output: LogOutput, signals: Pick<DatabaseSignals, 'on'>) {
    this.#db = db
    this.#output = output
    const look = () => this.#look()
    signals.on('log_debug', { heard: look, missed: look })
  }

  start(): void {
    this.#timer = clock.every(BEHIND_SIGNALS_MS, () => this.#look())
  }

  async stop(): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    await this.#looking
    this.#output.debug = false
  }

  #look(): void {
    if (this.#timer === undefined) return
    // A database that is away changes nothing now.
    this.#looking = this.until().then(
      () => undefined,
      () => undefined,
    )
  }

  /** Until when they are stored; null if they are not. What it finds holds here from now on. */
  async until(): Promise<Date | null> {
    const { rows } = await sql<{ until: Date }>`
      SELECT until FROM log_debug WHERE until > clock_timestamp()
    `.execute(this.#db)
    const until = rows[0]?.until ?? null
    this.#output.debug = until !== null
    return until
  }

  async set(isOn: boolean, db: Db): Promise<void> {
    await sql`
      INSERT INTO log_debug (until) VALUES (clock_timestamp() + ${isOn ? AN_HOUR : '0 s'}::interval)
      ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until
    `.execute(db)
  }
}

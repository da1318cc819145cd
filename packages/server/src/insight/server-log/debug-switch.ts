import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { LogOutput } from '../../platform/logs/log-output.ts'

const AN_HOUR = '1 hour'
/** How soon the other servers follow. */
const LOOK_MS = 2_000

/** Whether debug lines are stored: for an hour from when somebody wants them, on all servers, each of which looks it up. */
export class DebugSwitch {
  readonly #db: Db
  readonly #output: LogOutput
  #timer: NodeJS.Timeout | undefined
  #looking = Promise.resolve()

  /** @param db the product's own */
  constructor(db: Db, output: LogOutput) {
    this.#db = db
    this.#output = output
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A database that is away changes nothing now.
      this.#looking = this.until().then(
        () => undefined,
        () => undefined,
      )
    }, LOOK_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
    this.#output.debug = false
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

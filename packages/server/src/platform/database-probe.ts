import pg from 'pg'
import { clock } from './clock.ts'
import { newestOwnMigration, readSchemaState, schemaFault } from './schema-state.ts'

const PATIENCE_MS = 2_000
/** Anyone who asks again within this time gets the same answer: many who ask are one question to the database. */
const REMEMBERED_MS = 250

/**
 * Asks whether the database answers, over its own connection: what occupies all others must not make a database that works
 * look as if it were away.
 */
export class DatabaseProbe {
  readonly #pool: pg.Pool
  #last: { until: number; answer: Promise<string | undefined> } | undefined

  /** @param url as of `Database` */
  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: PATIENCE_MS, keepAlive: true })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async stop(): Promise<void> {
    await this.#pool.end()
  }

  /** @returns what is wrong, for people; undefined if the database answers */
  async findFault(): Promise<string | undefined> {
    const now = clock.monotonic()
    if (this.#last === undefined || now > this.#last.until) {
      const answer = this.#ask()
      // While a query is running no second one is sent.
      const asked = { until: Number.POSITIVE_INFINITY, answer }
      this.#last = asked
      answer.finally(() => {
        asked.until = clock.monotonic() + REMEMBERED_MS
      })
    }
    return await this.#last.answer
  }

  /** @returns why this program cannot work with the schema of the database; undefined where it can, or cannot be asked */
  async findSchemaFault(): Promise<string | undefined> {
    const patient = { query_timeout: PATIENCE_MS }
    const question = { query: (text: string) => this.#pool.query({ text, ...patient }) }
    const state = await readSchemaState(question).catch(() => undefined)
    return state && schemaFault(state, await newestOwnMigration())
  }

  async #ask(): Promise<string | undefined> {
    const late = clock.sleep(PATIENCE_MS, { ref: false }).then(() => 'The database does not answer within 2 s.')
    // Given up with its connection, or a network that loses answers would take the connection for good.
    const question = { text: 'SELECT 1', query_timeout: PATIENCE_MS }
    const asked = this.#pool.query(question).then(
      () => undefined,
      ({ code = '' }: { code?: string }) =>
        // SQLSTATE class 28, invalid authorization specification.
        code.startsWith('28') ? 'The database does not let the product in.' : 'The database cannot be reached.',
    )
    return await Promise.race([asked, late])
  }
}

import pg from 'pg'

/** The key of a lock in SQL. @param what,id,slot expressions: the table of the connections, the id of one, and which server's it is */
function lockKey(what: string, id: string, slot: string): string {
  return `hashtextextended(${what} || ' ' || ${id} || ' ' || ${slot}, 0)`
}

/** Whether any server holds a lock, as a condition in SQL. PostgreSQL shows the key of a lock in its two halves. */
export function isLockHeld(what: string, id: string, slot: string): string {
  const key = lockKey(what, id, slot)
  return `EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid::bigint = (${key} >> 32) & 4294967295 AND l.objid::bigint = ${key} & 4294967295)`
}

/** Servers that may share the messages of one connection. */
const MAX_SHARING = 16

/**
 * Which server runs a connection: an advisory lock of PostgreSQL for as long as the session with the database lives, so that
 * several servers do not take the same messages. Where servers share the messages, each has its own slot.
 */
export class ConnectionLocks {
  readonly #url: string
  readonly #what: string
  #client: pg.Client | undefined

  /** @param what the table of the connections: locks of different ones never meet */
  constructor(url: string, what: string) {
    this.#url = url
    this.#what = what
  }

  /** @returns whether all locks that were held before are gone, since the connection is a new one */
  async open(): Promise<boolean> {
    if (this.#client !== undefined) return false
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 5_000 })
    const lose = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    this.#client = client
    return true
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  /** @returns the slot that is this server's now; undefined if others have them all */
  async take(id: string, isShared: boolean): Promise<number | undefined> {
    for (let slot = 0; slot < (isShared ? MAX_SHARING : 1); slot += 1) {
      if (await this.retake(id, slot)) return slot
    }
    return undefined
  }

  async retake(id: string, slot: number): Promise<boolean> {
    return (await this.#ask('pg_try_advisory_lock', id, slot)) === true
  }

  async release(id: string, slot: number): Promise<void> {
    // Without the connection the lock is gone anyway.
    await this.#ask('pg_advisory_unlock', id, slot).catch(() => undefined)
  }

  async #ask(
    call: 'pg_try_advisory_lock' | 'pg_advisory_unlock',
    id: string,
    slot: number,
  ): Promise<boolean | undefined> {
    const result = await this.#client?.query<{ done: boolean }>(
      `SELECT ${call}(${lockKey('$3', '$1', '$2')}) AS done`,
      [id, String(slot), this.#what],
    )
    return result?.rows[0]?.done
  }
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Newest finished requests of one principal that are stored; an older one makes room. */
const MOST_OF_PRINCIPAL = 10_000
/** Most that one request removes, so that it stays quick. */
const REMOVED_AT_ONCE = 100
/** Bytes of stored answers of one principal. */
const MOST_BYTES = 64 * 1024 * 1024
/** How often somebody tries for a key that others give back meanwhile. */
const TRIES = 5

/** Whose key it is. */
export interface KeyOf {
  principalId: string
  key: string
}

/** A request that was made before with the same key. */
export interface EarlierRequest {
  claim: string
  fingerprint: Buffer
  answer: Buffer | null
  isFinished: boolean
  /** Seconds since it began. */
  age: number
}

/** The rows of requests with a key. */
export class IdempotentRequests {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Takes a key, which only one of several requests at once can. @returns the claim, or the request that has the key */
  async take({ principalId, key }: KeyOf, fingerprint: Buffer): Promise<string | EarlierRequest | undefined> {
    await this.#makeRoom(principalId)
    for (let tries = 0; tries < TRIES; tries++) {
      const claim = randomUUID()
      const taken = await sql`
        INSERT INTO idempotent_request AS r (principal_id, key, claim, fingerprint) VALUES (${principalId}, ${key}, ${claim}, ${fingerprint})
        ON CONFLICT (principal_id, key) DO UPDATE
          SET claim = excluded.claim, fingerprint = excluded.fingerprint, answer = NULL, started_at = excluded.started_at, finished_at = NULL
          WHERE r.started_at < now() - interval '24 hours'
        RETURNING 1
      `.execute(this.#db)
      if (taken.rows.length > 0) return claim
      const { rows } = await sql<EarlierRequest>`
        SELECT claim, fingerprint, answer, finished_at IS NOT NULL AS "isFinished", extract(epoch FROM now() - started_at)::float8 AS age
        FROM idempotent_request WHERE principal_id = ${principalId} AND key = ${key}
      `.execute(this.#db)
      if (rows[0] !== undefined) return rows[0]
    }
    return undefined
  }

  /** @param answer undefined where it is not stored */
  async finish({ principalId, key }: KeyOf, claim: string, answer: Buffer | undefined): Promise<void> {
    await sql`
      UPDATE idempotent_request SET finished_at = now(), answer = ${answer ?? null}
      WHERE principal_id = ${principalId} AND key = ${key} AND claim = ${claim}
    `.execute(this.#db)
  }

  /** Gives the key back: it may be used again as if nothing had been. */
  async release({ principalId, key }: KeyOf, claim: string): Promise<void> {
    await sql`
      DELETE FROM idempotent_request WHERE principal_id = ${principalId} AND key = ${key} AND claim = ${claim}
    `.execute(this.#db)
  }

  /** Removes what is older than a day, and of principals who store too much the oldest answers. */
  async sweep(): Promise<void> {
    await sql`DELETE FROM idempotent_request WHERE started_at < now() - interval '24 hours'`.execute(this.#db)
    await sql`
      UPDATE idempotent_request r SET answer = NULL
      FROM (
        SELECT principal_id, key, claim, sum(octet_length(answer)) OVER (PARTITION BY principal_id ORDER BY started_at DESC, key) AS total
        FROM idempotent_request WHERE answer IS NOT NULL
      ) stored
      WHERE r.principal_id = stored.principal_id AND r.key = stored.key AND r.claim = stored.claim AND stored.total > ${MOST_BYTES}
    `.execute(this.#db)
  }

  /** Whoever repeats this at the same moment removes others. */
  async #makeRoom(principalId: string): Promise<void> {
    await sql`
      DELETE FROM idempotent_request WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotent_request
        WHERE principal_id = ${principalId} AND finished_at IS NOT NULL AND started_at <= (
          SELECT started_at FROM idempotent_request WHERE principal_id = ${principalId} AND finished_at IS NOT NULL
          ORDER BY started_at DESC OFFSET ${MOST_OF_PRINCIPAL - 1} LIMIT 1
        )
        ORDER BY started_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED
      ))
    `.execute(this.#db)
  }
}

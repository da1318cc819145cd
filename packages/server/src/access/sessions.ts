import { createHash } from 'node:crypto'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import type { Db } from '../platform/database.ts'
import { storableJson } from '../platform/storable-text.ts'
import type { Client } from './client.ts'
import { toLogEntry, writeSecurityEvent } from './security-events.ts'
import {
  ACCESS_TOKEN_MINUTES,
  CONFIRMED_MINUTES,
  hashToken,
  type IssuedTokens,
  isRefreshToken,
  newTokens,
  REFRESH_GRACE_SECONDS,
  SESSION_DAYS,
  successorTokens,
} from './tokens.ts'

/** A session as found by an access token. */
export interface FoundSession {
  principal: Principal
  bindingHash: Buffer | null
  expired: boolean
}

/** Sessions and their tokens in the database. The clock of all of them is the database's. */
export class Sessions {
  readonly #db: Db
  readonly #tokenKey: string
  readonly #idleHours: () => number

  /** @param idleHours without any use after which a session has ended */
  constructor(db: Db, tokenKey: string, idleHours: () => number) {
    this.#db = db
    this.#tokenKey = tokenKey
    this.#idleHours = idleHours
  }

  /**
   * Starts a session, and writes of the sign-in in the same statement.
   * @param binding the cookie value it is bound to; undefined for a program that has no cookies
   * @param way what is known of how they signed in, for the log
   */
  async start(
    userId: string,
    binding: string | undefined,
    client: Client,
    way: Record<string, unknown> = {},
  ): Promise<IssuedTokens> {
    const tokens = newTokens()
    const entry = toLogEntry({ userId, action: 'sign-in', detail: { address: client.address, ...way } })
    await sql`
      WITH seen AS (
        UPDATE user_account SET last_seen_at = now() WHERE id = ${userId}
      ), started AS (
        INSERT INTO session (user_id, binding_hash, address, user_agent, expires_at)
        VALUES (${userId}, ${hashBinding(binding)}, ${client.address}, ${client.userAgent},
          now() + make_interval(days => ${SESSION_DAYS}))
        RETURNING id
      ), refresh AS (
        INSERT INTO refresh_token (hash, session_id, expires_at)
        SELECT ${hashToken(tokens.refresh)}, id, now() + make_interval(hours => ${this.#idleHours()}) FROM started
      ), access AS (
        INSERT INTO access_token (hash, session_id, expires_at)
        SELECT ${hashToken(tokens.access)}, id, now() + make_interval(mins => ${ACCESS_TOKEN_MINUTES}) FROM started
      )
      SELECT write_auth_log(jsonb_build_array(${storableJson(entry)}::jsonb || jsonb_build_object('session_id', id))) FROM started
    `.execute(this.#db)
    return tokens
  }

  /**
   * Exchanges a refresh token, once. One statement marks it used and stores its successors, so of any number of
   * parallel calls one does it; the others find it used and, within the grace, get the same successors.
   * @throws ProblemError `refresh_token_invalid`, or `refresh_token_reused` after having ended the session
   */
  async refresh(token: string, binding: string | undefined, client: Client): Promise<IssuedTokens> {
    if (!isRefreshToken(token)) throw new ProblemError('refresh_token_invalid', t('access.signInAgain'))
    const next = successorTokens(this.#tokenKey, token)
    const entry = toLogEntry({ userId: undefined, action: 'refreshed' })
    const { rows } = await sql<{ session_id: string }>`
      WITH used AS (
        UPDATE refresh_token r SET used_at = now(), successor_hash = ${hashToken(next.refresh)}
        FROM session s JOIN user_account u ON u.id = s.user_id
        WHERE r.hash = ${hashToken(token)} AND r.used_at IS NULL AND r.expires_at > now()
          AND s.id = r.session_id AND s.ended_at IS NULL AND s.expires_at > now() AND u.deleted_at IS NULL AND NOT u.disabled
          AND (s.binding_hash IS NULL OR s.binding_hash = ${hashBinding(binding)})
        RETURNING r.session_id, s.expires_at, s.user_id
      ), seen AS (
        UPDATE user_account SET last_seen_at = now() FROM used WHERE id = used.user_id
      ), touched AS (
        UPDATE session SET last_used_at = now(), address = ${client.address}, user_agent = ${client.userAgent}
        FROM used WHERE id = used.session_id
      ), refresh AS (
        INSERT INTO refresh_token (hash, session_id, expires_at)
        SELECT ${hashToken(next.refresh)}, session_id,
          least(expires_at, now() + make_interval(hours => ${this.#idleHours()})) FROM used
      ), access AS (
        INSERT INTO access_token (hash, session_id, expires_at)
        SELECT ${hashToken(next.access)}, session_id, now() + make_interval(mins => ${ACCESS_TOKEN_MINUTES}) FROM used
      )
      SELECT session_id, write_auth_log(jsonb_build_array(${storableJson(entry)}::jsonb
        || jsonb_build_object('session_id', session_id, 'user_id', user_id)))::text FROM used
    `.execute(this.#db)
    if (rows.length === 0) await this.#admitRepeat(token, binding)
    return next
  }

  /** Returns where the token may be answered once more with its successors; throws otherwise. */
  async #admitRepeat(token: string, binding: string | undefined): Promise<void> {
    const { rows } = await sql<{
      session_id: string
      user_id: string
      in_grace: boolean
      used: boolean
      alive: boolean
    }>`
      SELECT r.session_id, s.user_id, r.used_at IS NOT NULL AS used,
        s.ended_at IS NULL AND s.expires_at > now() AND u.deleted_at IS NULL AND NOT u.disabled
          AND (s.binding_hash IS NULL OR s.binding_hash = ${hashBinding(binding)}) AS alive,
        coalesce(r.used_at > now() - make_interval(secs => ${REFRESH_GRACE_SECONDS}) AND next.used_at IS NULL, false)
          AS in_grace
      FROM refresh_token r
        JOIN session s ON s.id = r.session_id
        JOIN user_account u ON u.id = s.user_id
        LEFT JOIN refresh_token next ON next.hash = r.successor_hash
      WHERE r.hash = ${hashToken(token)}
    `.execute(this.#db)
    const found = rows[0]
    if (found === undefined || !found.alive || !found.used) {
      throw new ProblemError('refresh_token_invalid', t('access.refreshTokenUnknown'))
    }
    if (found.in_grace) return
    const { session_id: sessionId, user_id: userId } = found
    await this.#db.transaction().execute(async (db) => {
      await endSession(db, sessionId, 'refresh token reused')
      await writeSecurityEvent(db, { userId, sessionId, action: 'refresh-token-reused' })
    })
    throw new ProblemError('refresh_token_reused', t('access.refreshTokenMayBeCopied'))
  }

  /** Ends a session and with it all its tokens. Ending it twice changes nothing. */
  async end(sessionId: string, reason: string): Promise<void> {
    await endSession(this.#db, sessionId, reason)
  }

  /** Records that the user of the session has just confirmed their identity. */
  async confirm(sessionId: string): Promise<void> {
    await sql`UPDATE session SET confirmed_at = now() WHERE id = ${sessionId}`.execute(this.#db)
  }

  /** Finds the principals of access tokens, by token; invalid and expired tokens are missing. */
  async findAll(accessTokens: readonly string[]): Promise<Map<string, FoundSession>> {
    const byHash = new Map(accessTokens.map((token) => [hashToken(token).toString('hex'), token]))
    const { rows } = await sql<{
      hash: Buffer
      session_id: string
      user_id: string
      binding_hash: Buffer | null
      customer_id: string | null
      expired: boolean
      permissions: string[]
      confirmed: boolean
      lacks: boolean
    }>`
      SELECT a.hash, s.id AS session_id, s.user_id, s.binding_hash, u.customer_id, a.expires_at <= now() AS expired,
        s.confirmed_at > now() - make_interval(mins => ${CONFIRMED_MINUTES}) AS confirmed, factor.lacks,
        CASE WHEN factor.lacks THEN '{}'
          ELSE ARRAY(SELECT DISTINCT permission FROM permission_source WHERE user_id = u.id ORDER BY permission)
        END AS permissions
      FROM access_token a JOIN session s ON s.id = a.session_id JOIN user_account u ON u.id = s.user_id
        CROSS JOIN LATERAL (SELECT lacks_second_factor(u.id) AS lacks) factor
      WHERE a.hash = ANY(${accessTokens.map(hashToken)}::bytea[])
        AND s.ended_at IS NULL AND s.expires_at > now() AND u.deleted_at IS NULL AND NOT u.disabled
    `.execute(this.#db)
    const found = (row: (typeof rows)[number]): FoundSession => ({
      principal: {
        userId: row.user_id,
        sessionId: row.session_id,
        customerId: row.customer_id,
        permissions: new Set(row.permissions),
        confirmed: row.confirmed,
        secondFactorRequired: row.lacks,
      },
      bindingHash: row.binding_hash,
      expired: row.expired,
    })
    return new Map(rows.map((row) => [byHash.get(row.hash.toString('hex')) ?? '', found(row)]))
  }

  /** Deletes tokens and sessions that ended so long ago that their reason is no longer of interest. */
  async forgetOld(): Promise<void> {
    await sql`DELETE FROM access_token WHERE expires_at < now() - interval '1 day'`.execute(this.#db)
    await sql`DELETE FROM session WHERE coalesce(ended_at, expires_at) < now() - interval '30 days'`.execute(this.#db)
  }
}

async function endSession(db: Db, sessionId: string, reason: string): Promise<void> {
  await sql`
    UPDATE session SET ended_at = now(), end_reason = ${reason} WHERE id = ${sessionId} AND ended_at IS NULL
  `.execute(db)
}

/** What is stored of the binding cookie. */
export function hashBinding(binding: string | undefined): Buffer | null {
  return binding === undefined ? null : createHash('sha256').update(binding).digest()
}

import { VIEW_AS_MINUTES } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { Viewed } from './viewed-principal.ts'

/** A view that goes on, and the session that it belongs to. */
export interface FoundView {
  sessionId: string
  endsAt: string
  viewed: Viewed
}

/** Who views as whom, in the database; its clock is the one that counts. */
export class Views {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Somebody as they would be viewed; undefined if they are deleted or blocked. */
  async findViewed(userId: string): Promise<Viewed | undefined> {
    const { rows } = await sql<Viewed>`
      SELECT u.id AS "userId", u.customer_id AS "customerId", ${permissionsOfUser} AS permissions
      FROM user_account u WHERE u.id = ${userId} AND u.deleted_at IS NULL AND NOT u.disabled
    `.execute(this.#database.system)
    return rows[0]
  }

  /** Begins a view; one that the session has already ends. */
  async begin(sessionId: string, viewerId: string, userId: string): Promise<{ id: string; endsAt: string }> {
    return await this.#database.system.transaction().execute(async (db) => {
      await this.#end(db, sessionId, viewerId)
      const { rows } = await sql<{ id: string; ends_at: Date }>`
        INSERT INTO view_as (session_id, user_id, ends_at)
        VALUES (${sessionId}, ${userId}, now() + make_interval(mins => ${VIEW_AS_MINUTES})) RETURNING id, ends_at
      `.execute(db)
      await writeSecurityEvent(db, { userId, actorId: viewerId, sessionId, action: 'view-as-begun' })
      const [{ id, ends_at } = { id: '', ends_at: new Date(0) }] = rows
      return { id, endsAt: ends_at.toISOString() }
    })
  }

  async end(sessionId: string, viewerId: string): Promise<void> {
    await this.#database.system.transaction().execute((db) => this.#end(db, sessionId, viewerId))
  }

  /** Finds views that go on, by their ids. */
  async findAll(ids: readonly string[]): Promise<Map<string, FoundView>> {
    const { rows } = await sql<Viewed & { id: string; session_id: string; ends_at: Date }>`
      SELECT v.id, v.session_id, v.ends_at, u.id AS "userId", u.customer_id AS "customerId", ${permissionsOfUser} AS permissions
      FROM view_as v JOIN user_account u ON u.id = v.user_id
      WHERE v.id = ANY(${ids}::uuid[]) AND v.ended_at IS NULL AND v.ends_at > now() AND u.deleted_at IS NULL AND NOT u.disabled
    `.execute(this.#database.system)
    const found = ({ session_id, ends_at, userId, customerId, permissions }: (typeof rows)[number]): FoundView => ({
      ...{ sessionId: session_id, endsAt: ends_at.toISOString(), viewed: { userId, customerId, permissions } },
    })
    return new Map(rows.map((row) => [row.id, found(row)]))
  }

  /** Ends what ran out, so that the audit has an end of every view. */
  async endOverdue(): Promise<void> {
    await this.#database.system.transaction().execute(async (db) => {
      const { rows } = await sql<{ user_id: string; session_id: string; viewer_id: string }>`
        UPDATE view_as v SET ended_at = least(v.ends_at, coalesce(s.ended_at, s.expires_at)) FROM session s
        WHERE s.id = v.session_id AND v.ended_at IS NULL AND least(v.ends_at, coalesce(s.ended_at, s.expires_at)) <= now()
        RETURNING v.user_id, v.session_id, s.user_id AS viewer_id
      `.execute(db)
      for (const { user_id: userId, viewer_id: actorId, session_id: sessionId } of rows) {
        await writeSecurityEvent(db, { userId, actorId, sessionId, action: 'view-as-ended' })
      }
    })
  }

  async #end(db: Db, sessionId: string, viewerId: string): Promise<void> {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE view_as SET ended_at = now() WHERE session_id = ${sessionId} AND ended_at IS NULL RETURNING user_id
    `.execute(db)
    for (const { user_id: userId } of rows) {
      await writeSecurityEvent(db, { userId, actorId: viewerId, sessionId, action: 'view-as-ended' })
    }
  }
}

const permissionsOfUser = sql`ARRAY(SELECT DISTINCT permission FROM permission_source WHERE user_id = u.id ORDER BY permission)`

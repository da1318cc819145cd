import type { MySession } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { programName } from './program-name.ts'

interface SessionRow {
  id: string
  created_at: Date
  last_used_at: Date
  address: string | null
  user_agent: string | null
}

/** The sessions of a user that have not ended, the last used first. */
export async function listSessions(db: Db, userId: string, current: string): Promise<MySession[]> {
  const { rows } = await sql<SessionRow>`
    SELECT id, created_at, last_used_at, address, user_agent FROM session
    WHERE user_id = ${userId} AND ${alive} ORDER BY last_used_at DESC, id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    address: row.address,
    program: programName(row.user_agent),
    current: row.id === current,
  }))
}

/** Ends one session of the user. @returns whether there was one */
export async function endSession(db: Db, userId: string, id: string, reason = 'ended by the user'): Promise<boolean> {
  const { rows } = await sql`
    UPDATE session SET ended_at = now(), end_reason = ${reason}
    WHERE id = ${id} AND user_id = ${userId} AND ${alive} RETURNING id
  `.execute(db)
  return rows.length > 0
}

/** Ends every session of the user but one. @returns how many there were */
export async function endOtherSessions(db: Db, userId: string, exceptId: string, reason: string): Promise<number> {
  const { rows } = await sql`
    UPDATE session SET ended_at = now(), end_reason = ${reason}
    WHERE user_id = ${userId} AND id <> ${exceptId} AND ${alive} RETURNING id
  `.execute(db)
  return rows.length
}

/** A session whose refresh tokens have all run out is over too, although it was never ended. */
const alive = sql`ended_at IS NULL AND expires_at > now()
  AND EXISTS (SELECT FROM refresh_token r WHERE r.session_id = session.id AND r.used_at IS NULL AND r.expires_at > now())`

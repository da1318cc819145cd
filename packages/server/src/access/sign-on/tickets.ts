import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { hashToken } from '../tokens.ts'

const TICKET_SECONDS = 60

/** Lets the browser of a session start a single sign-on that links, without a token in an address. @returns the ticket */
export async function makeTicket(db: Db, sessionId: string, providerId: string): Promise<string> {
  const ticket = `pht_${randomBytes(32).toString('base64url')}`
  await sql`
    INSERT INTO sign_on_ticket (hash, provider_id, session_id, expires_at)
    VALUES (${hashToken(ticket)}, ${providerId}, ${sessionId}, now() + make_interval(secs => ${TICKET_SECONDS}))
  `.execute(db)
  return ticket
}

/** Uses a ticket up. @returns the session it was made for; undefined if it is unknown, used, old, or of another provider */
export async function takeTicket(db: Db, ticket: string, providerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ session_id: string; valid: boolean }>`
    DELETE FROM sign_on_ticket WHERE hash = ${hashToken(ticket)}
    RETURNING session_id, expires_at > now() AND provider_id = ${providerId} AS valid
  `.execute(db)
  return rows[0]?.valid === true ? rows[0].session_id : undefined
}

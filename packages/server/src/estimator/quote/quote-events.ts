import type { QuoteEvent } from '@packhouse/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** From where somebody does something with a link. */
export interface Visitor {
  address: string
  userAgent: string | null
}

interface NewEvent {
  linkId: string
  kind: QuoteEvent['kind']
  sha256: string
  note?: string | null
  visitor?: Visitor | undefined
  byUser?: string
}

/** Looking at a quote and trying its choices is kept so often for each link; what decides is always kept. */
const MOST_VISITS = 500
const SHOWN = 200
const AGENT_LENGTH = 300

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, AGENT_LENGTH) ?? null }
}

/** @param db the transaction of what it is about */
export async function addEvent(db: Db, event: NewEvent): Promise<void> {
  const { linkId, kind, sha256, note = null, visitor, byUser = null } = event
  await sql`
    INSERT INTO quote_event (link_id, kind, address, user_agent, sha256, note, by_user)
    VALUES (${linkId}, ${kind}, ${visitor?.address ?? null}, ${visitor?.userAgent ?? null}, ${sha256}, ${note}, ${byUser})
  `.execute(db)
}

/**
 * Stores that a quote was opened from an address, once an hour, or priced with choices, if they are others than before.
 * @param db a transaction that has locked the link, so that of several visits at once each sees those before it
 */
export async function addVisit(
  db: Db,
  { linkId, kind, sha256, visitor }: NewEvent & { kind: 'opened' | 'repriced'; visitor: Visitor },
): Promise<void> {
  await sql`
    INSERT INTO quote_event (link_id, kind, address, user_agent, sha256)
    SELECT ${linkId}, ${kind}, ${visitor.address}, ${visitor.userAgent}, ${sha256}
    WHERE NOT EXISTS (
      SELECT FROM quote_event WHERE link_id = ${linkId} AND kind = ${kind} AND address = ${visitor.address}
        AND sha256 = ${sha256} AND at > now() - interval '1 hour')
      AND (SELECT count(*) FROM quote_event WHERE link_id = ${linkId} AND kind IN ('opened', 'repriced')) < ${MOST_VISITS}
  `.execute(db)
}

/** What was done with the links of a project, newest first. */
export async function eventsOfProject(db: Db, projectId: string): Promise<QuoteEvent[]> {
  const { rows } = await sql<Omit<QuoteEvent, 'at'> & { at: Date }>`
    SELECT e.kind, e.at, l.recipient_name AS "recipientName", e.address, e.sha256, e.note
    FROM quote_event e JOIN quote_link l ON l.id = e.link_id
    WHERE l.project_id = ${projectId} ORDER BY e.at DESC, e.id DESC LIMIT ${SHOWN}
  `.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

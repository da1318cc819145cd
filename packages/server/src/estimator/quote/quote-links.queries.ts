import {
  NEWER_REVISION,
  type QuoteAcceptance,
  type QuoteContent,
  type QuoteState,
  quoteContentSchema,
} from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { hashToken } from './link-token.ts'

/** A link with what decides its state. */
export interface LinkRow {
  id: string
  projectId: string
  customerId: string
  ownerId: string
  number: string
  version: number
  recipientName: string
  recipientEmail: string
  language: string | null
  validUntil: string
  content: string
  createdAt: Date
  createdBy: string
  createdByName: string
  withdrawnAt: Date | null
  declinedAt: Date | null
  openedAt: Date | null
  openCount: number
  status: string
  isGone: boolean
  isOver: boolean
  isAccepted: boolean
  /** By this link, and not by another of the project. */
  hasAccepted: boolean
  hasNewer: boolean
}

/** A link with its content read. */
export interface QuoteLinkFacts {
  link: LinkRow
  state: QuoteState
  content: QuoteContent
}

/** The link of a token; of one with `.newer` behind it, that of the newest revision which the same person was sent. */
export async function findLinkByToken(db: Db, token: string): Promise<QuoteLinkFacts | undefined> {
  const isNewer = token.endsWith(NEWER_REVISION)
  const hash = hashToken(isNewer ? token.slice(0, -NEWER_REVISION.length) : token)
  if (hash === undefined) return undefined
  const [link] = await readLinks(db, sql`l.token_hash = ${hash}`)
  if (link === undefined || !isNewer) return link && factsOf(link)
  const newer = await newerLink(db, link)
  return newer && factsOf(newer)
}

/** What the reader of a link was sent of the newest revision after its own; nothing that somebody else was sent. */
export async function newerLink(db: Db, { id }: Pick<LinkRow, 'id'>): Promise<LinkRow | undefined> {
  const [newest] = await readLinks(
    db,
    sql`l.id = (
      SELECT nl.id FROM quote_link old JOIN project o ON o.id = old.project_id
        JOIN project n ON n.number = o.number AND n.revision > o.revision AND n.deleted_at IS NULL
        JOIN quote_link nl ON nl.project_id = n.id AND nl.withdrawn_at IS NULL
          AND email_fold(nl.recipient_email) = email_fold(old.recipient_email)
      WHERE old.id = ${id} AND old.withdrawn_at IS NULL AND o.deleted_at IS NULL
      ORDER BY n.revision DESC, nl.created_at DESC, nl.id DESC LIMIT 1)`,
  )
  return newest
}

/** Links of one project, newest first. */
export async function linksOfProject(db: Db, projectId: string): Promise<LinkRow[]> {
  return await readLinks(db, sql`l.project_id = ${projectId}`)
}

/** Links, newest first. Times are compared by the clock of the database. */
export async function readLinks(db: Db, which: RawBuilder<unknown>): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    SELECT l.id, l.project_id AS "projectId", l.customer_id AS "customerId", p.owner_id AS "ownerId", p.number, l.version,
      l.recipient_name AS "recipientName", l.recipient_email AS "recipientEmail", l.language,
      l.valid_until::text AS "validUntil", l.content, l.created_at AS "createdAt", u.id AS "createdBy",
      trim(u.first_name || ' ' || u.last_name) AS "createdByName", l.withdrawn_at AS "withdrawnAt",
      l.declined_at AS "declinedAt", l.opened_at AS "openedAt", l.open_count AS "openCount", p.status,
      p.deleted_at IS NOT NULL AS "isGone", l.ends_at <= clock_timestamp() AS "isOver",
      EXISTS (SELECT FROM quote_acceptance a WHERE a.project_id = p.id) AS "isAccepted",
      EXISTS (SELECT FROM quote_acceptance a WHERE a.link_id = l.id) AS "hasAccepted",
      EXISTS (SELECT FROM project n JOIN quote_link nl ON nl.project_id = n.id
        WHERE n.number = p.number AND n.revision > p.revision AND nl.withdrawn_at IS NULL AND n.deleted_at IS NULL) AS "hasNewer"
    FROM quote_link l JOIN project p ON p.id = l.project_id JOIN user_account u ON u.id = coalesce(l.created_by, p.owner_id)
    WHERE ${which} ORDER BY l.created_at DESC, l.id DESC LIMIT 500
  `.execute(db)
  return rows
}

export function factsOf(link: LinkRow): QuoteLinkFacts {
  return { link, state: stateOf(link), content: quoteContentSchema.parse(JSON.parse(link.content)) }
}

/** What a link can be used for. A project that is lost, or marked as won by hand, has no quote to accept any more. */
export function stateOf(link: LinkRow): QuoteState {
  if (link.withdrawnAt !== null || link.isGone) return 'withdrawn'
  if (link.isAccepted || link.status === 'won') return 'accepted'
  if (link.declinedAt !== null) return 'declined'
  if (link.hasNewer) return 'newer'
  return link.isOver || link.status !== 'sent' ? 'ended' : 'open'
}

export interface AcceptanceRow extends Omit<QuoteAcceptance, 'acceptedAt'> {
  linkId: string
  version: number
  choices: { alternatives: string[]; extras: string[] }
  total: string
  sha256: string
  acceptedAt: Date
}

export async function findAcceptance(db: Db, projectId: string): Promise<AcceptanceRow | undefined> {
  const { rows } = await sql<AcceptanceRow>`
    SELECT link_id AS "linkId", version, name, position, order_number AS "orderNumber", drawing, choices,
      trim_scale(total)::text AS total, sha256, accepted_at AS "acceptedAt"
    FROM quote_acceptance WHERE project_id = ${projectId}
  `.execute(db)
  return rows[0]
}

export function toAcceptance(row: AcceptanceRow | undefined): QuoteAcceptance | null {
  if (row === undefined) return null
  const { name, position, orderNumber, drawing, acceptedAt } = row
  return { name, position, orderNumber, drawing, acceptedAt: acceptedAt.toISOString() }
}

import { type FieldError, quoteContentSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { makeTransitionIn } from '../../engine/resource/lifecycle.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { VersionStore } from '../../engine/resource/versions/version-store.ts'
import type { Database, Db, Transaction } from '../../platform/database.ts'
import { currentLanguage } from '../../platform/language.ts'
import { customerContent } from './customer-content.ts'
import { hashToken, newToken } from './link-token.ts'
import { assertProved, proveSent, proveTransition } from './prove-quote.ts'
import { addEvent } from './quote-events.ts'
import { type LinkRow, readLinks } from './quote-links.queries.ts'
import type { QuoteMails } from './quote-mails.ts'
import type { QuoteMoments } from './quote-moments.ts'
import type { QuoteProofs } from './quote-proofs.ts'
import { quotedProjectSchema } from './quoted-project.ts'
import { offeredHash } from './shown-quote.ts'

export interface SendParts {
  database: Database
  projects: ResourceStore
  mails: QuoteMails
  moments: QuoteMoments
  proofs: QuoteProofs
}

export interface Addressee {
  recipientName: string
  recipientEmail: string
  language?: string | undefined
}

/** A version of a project as its customer sees it. */
interface SentVersion {
  number: number
  /** As text. */
  content: string
}

/**
 * Sends a project to somebody: an approved one becomes a sent one with a version of its own; one that was sent already is sent in that version. It is
 * the product's own work, which no edit lock is held against: nobody edits what is approved.
 * @returns the link, and its address with the secret, which is stored nowhere
 * @throws ProblemError `transition_not_allowed` from other states, `invalid_request` where the last valid day is missing or over, or where its document
 * cannot be made as it was typed
 */
export async function sendQuote(
  parts: SendParts,
  principal: Principal,
  projectId: string,
  to: Addressee,
): Promise<{ link: LinkRow; address: string }> {
  const { database, projects, mails, moments } = parts
  const token = newToken()
  const faults = await proofFaultsOf(parts, principal, projectId, to)
  const link = await database.system.transaction().execute(async (db) => {
    const version = await versionToSend(db, projects, principal, projectId)
    assertProved(faults)
    const made = await insertLink(db, principal, { ...to, projectId, version, token })
    const content = quoteContentSchema.parse(JSON.parse(version.content))
    const sha256 = offeredHash(content, version.content)
    await addEvent(db, { linkId: made.link.id, kind: 'sent', byUser: principal.userId, sha256 })
    await mails.sent(db, made.link, content, { token, validMinutes: made.validMinutes })
    await moments.tell(db, { projectId, version: version.number, type: 'quote', language: made.link.language })
    return made.link
  })
  mails.wake()
  return { link, address: mails.addressOf(token) }
}

async function proofFaultsOf(
  parts: SendParts,
  principal: Principal,
  projectId: string,
  { recipientName: recipient, language = currentLanguage() }: Addressee,
): Promise<FieldError[]> {
  const reader = { recipient, language }
  const { status } = await parts.projects.get(principal, projectId)
  const known = status === 'sent' ? await findSent(parts.database.system, projectId) : undefined
  if (known !== undefined) return await proveSent(parts, projectId, known.content, reader)
  return await proveTransition(parts, principal, projectId, 'send', reader)
}

async function versionToSend(
  db: Transaction,
  projects: ResourceStore,
  principal: Principal,
  projectId: string,
): Promise<SentVersion> {
  const { status, validUntil, rowVersion } = await projects.rows.lock(db, projectId, {})
  assertThat(typeof validUntil === 'string', 'invalid_request', t('quote.nameTheLastDay'))
  const known = status === 'sent' ? await findSent(db, projectId) : undefined
  if (known !== undefined) return known
  if (status !== 'sent') {
    await makeTransitionIn(db, projects, principal, { id: projectId, parent: {}, name: 'send', rowVersion })
  }
  const row = await projects.whole(db, await projects.rows.find(db, projectId, {}))
  const versions = new VersionStore(projects)
  const { number, snapshot } = await versions.addIn(db, principal, row, t('quote.sentToCustomer'), 'send')
  const content = await customerContent(db, quotedProjectSchema.parse(snapshot), number, validUntil)
  return { number, content: JSON.stringify(content) }
}

/** The version in which a project was sent before. */
async function findSent(db: Db, projectId: string): Promise<SentVersion | undefined> {
  const { rows } = await sql<SentVersion>`
    SELECT version AS number, content FROM quote_link WHERE project_id = ${projectId} ORDER BY version DESC LIMIT 1
  `.execute(db)
  return rows[0]
}

interface NewLink extends Addressee {
  projectId: string
  version: SentVersion
  token: string
}

/** @throws ProblemError `invalid_request` where the last valid day is over at the location of the project */
async function insertLink(
  db: Transaction,
  principal: Principal,
  { projectId, version, token, recipientName, recipientEmail, language }: NewLink,
): Promise<{ link: LinkRow; validMinutes: number }> {
  const { rows } = await sql<{ id: string; validMinutes: number }>`
    WITH project_end AS (
      SELECT p.id, p.customer_id, p.valid_until, (p.valid_until + 1)::timestamp AT TIME ZONE coalesce(l.timezone, c.timezone, 'UTC') AS ends_at
      FROM project p JOIN customer c ON c.id = p.customer_id LEFT JOIN location l ON l.id = p.location_id WHERE p.id = ${projectId})
    INSERT INTO quote_link (project_id, customer_id, version, token_hash, recipient_name, recipient_email, language, valid_until,
      ends_at, content, created_by)
    SELECT id, customer_id, ${version.number}, ${hashToken(token)}, ${recipientName}, ${recipientEmail},
      ${language ?? currentLanguage()}, valid_until, ends_at, ${version.content}, ${principal.userId}
    FROM project_end WHERE ends_at > clock_timestamp()
    RETURNING id, ceil(extract(epoch FROM ends_at - clock_timestamp()) / 60)::int AS "validMinutes"
  `.execute(db)
  const [made] = rows
  assertThat(made, 'invalid_request', t('quote.lastDayIsOver'))
  const [link] = await readLinks(db, sql`l.id = ${made.id}`)
  assertThat(link, 'internal')
  return { link, validMinutes: made.validMinutes }
}

import { type PricedQuote, projects as projectResource, type QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database, Db } from '../../platform/database.ts'
import { customerContent } from './customer-content.ts'
import { sentTo } from './my-quote.actions.ts'
import { choicesOf, findQuote } from './public-quote.ts'
import {
  type AcceptanceRow,
  factsOf,
  findAcceptance,
  linksOfProject,
  type QuoteLinkFacts,
} from './quote-links.queries.ts'
import { quotedProjectSchema } from './quoted-project.ts'
import { offeredQuote, pricedQuote } from './shown-quote.ts'

/** What a quote or an order confirmation is made of: a stored version, never the project as it is now. */
export interface QuoteDocument {
  projectId: string
  content: QuoteContent
  shown: PricedQuote
  /** When it was sent, or the version was made. */
  at: Date
  /** Until it is sent. */
  isDraft: boolean
  recipient: string | null
  language: string | null
  acceptance: AcceptanceRow | undefined
}

/** @throws ProblemError `link_invalid`, `not_usable` where the link was withdrawn */
export async function quoteDocumentOfToken(db: Db, token: string): Promise<QuoteDocument> {
  const facts = await findQuote(db, token)
  assertThat(facts.state !== 'withdrawn', 'not_usable', t('quote.refused.withdrawn'))
  return await documentOf(db, facts)
}

/**
 * The quote of a project as the caller may see it: customers what they were sent, staff a draft of the newest version too.
 * @throws ProblemError `not_found`; `permission_missing` for staff who may not read projects
 */
export async function quoteDocumentOfProject(
  { database, projects }: { database: Database; projects: ResourceStore },
  principal: Principal,
  id: string,
): Promise<QuoteDocument> {
  if (principal.customerId !== null) {
    const [facts] = await sentTo(database, principal, id)
    assertThat(facts, 'not_found', t('quote.noSuchQuote'))
    return await documentOf(database.system, facts)
  }
  const permission = `${projectResource.name}.read`
  const mayRead = principal.permissions.has(permission)
  assertThat(mayRead, 'permission_missing', t('server.permissionNeeded', { permission }))
  await projects.get(principal, id)
  const [link] = await linksOfProject(database.system, id)
  return link === undefined ? await draftOf(database.system, id) : await documentOf(database.system, factsOf(link))
}

async function documentOf(db: Db, facts: QuoteLinkFacts): Promise<QuoteDocument> {
  const { link, content } = facts
  return {
    projectId: link.projectId,
    content,
    shown: pricedQuote(content, link.content, await choicesOf(db, facts)),
    at: link.createdAt,
    isDraft: false,
    recipient: link.recipientName,
    language: link.language,
    acceptance: await findAcceptance(db, link.projectId),
  }
}

/** @throws ProblemError `not_found` where the project has no version yet, `invalid_request` where it names no last valid day */
async function draftOf(db: Db, projectId: string): Promise<QuoteDocument> {
  const { rows } = await sql<{ number: number; snapshot: { validUntil: string | null }; at: Date }>`
    SELECT number, snapshot, created_at AS at FROM resource_version
    WHERE root_table = 'project' AND root_id = ${projectId} ORDER BY number DESC LIMIT 1
  `.execute(db)
  const [version] = rows
  assertThat(version, 'not_found', t('quote.noVersionYet'))
  const { number, snapshot, at } = version
  assertThat(typeof snapshot.validUntil === 'string', 'invalid_request', t('quote.nameTheLastDay'))
  const content = await customerContent(db, quotedProjectSchema.parse(snapshot), number, snapshot.validUntil)
  const shown = offeredQuote(content, JSON.stringify(content))
  return { projectId, content, shown, at, isDraft: true, recipient: null, language: null, acceptance: undefined }
}

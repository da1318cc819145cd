import type { QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { answered, HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database, Db } from '../../platform/database.ts'
import { readMedia, readWholeProject } from '../versions/whole-project.ts'
import { customerContent, mediaOf } from './customer-content.ts'
import { choicesOf } from './public-quote.ts'
import { factsOf, linksOfProject, type QuoteLinkFacts } from './quote-links.queries.ts'
import type { QuoteMedia } from './quote-media.ts'
import { quotedMediaSchema, quotedProjectSchema } from './quoted-project.ts'
import { offeredQuote, pricedQuote } from './shown-quote.ts'

interface PreviewParts {
  database: Database
  projects: ResourceStore
  media: QuoteMedia
}

/** A quote before somebody gets it, for the staff who may read the project. */
export function quotePreviewHandlers(parts: PreviewParts): HandlersOf<'previewQuote' | 'previewQuoteFile'> {
  const { database, projects, media } = parts
  return {
    async previewQuote({ principal, params: { id } }) {
      const sent = await findSent(parts, principal, id)
      if (sent !== undefined) {
        const { content, link } = sent
        return { content, ...pricedQuote(content, link.content, await choicesOf(database.system, sent)) }
      }
      const content = await contentOfToday(parts, principal, id)
      return { content, ...offeredQuote(content, JSON.stringify(content)) }
    },

    async previewQuoteFile({ principal, params: { id, fileId }, query, request, reply }): Promise<typeof answered> {
      const sent = await findSent(parts, principal, id)
      const ofToday = async () =>
        mediaOf(quotedMediaSchema.parse(await projects.read(principal, async (db) => await readMedia(db, id))))
      return await media.send(sent?.content ?? { media: await ofToday() }, fileId, query.size, { request, reply })
    },
  }
}

/** States of a project that is worked on: what is sent next is what it is now. */
const NOT_SENT: readonly unknown[] = ['draft', 'review', 'approved']

/** What its customer has; undefined while the project is worked on. */
async function findSent(
  { database, projects }: PreviewParts,
  principal: Principal,
  id: string,
): Promise<QuoteLinkFacts | undefined> {
  const { status } = await projects.get(principal, id)
  if (NOT_SENT.includes(status)) return undefined
  const [link] = await linksOfProject(database.system, id)
  return link && factsOf(link)
}

/** @throws ProblemError `invalid_request` where the project names no last valid day */
async function contentOfToday({ projects }: PreviewParts, principal: Principal, id: string): Promise<QuoteContent> {
  return await projects.read(principal, async (db) => {
    const { validUntil } = await projects.whole(db, await projects.rows.find(db, id, {}))
    assertThat(typeof validUntil === 'string', 'invalid_request', t('quote.nameTheLastDay'))
    const project = quotedProjectSchema.parse(await readWholeProject(db, id))
    return await customerContent(db, project, await nextVersion(db, id), validUntil)
  })
}

async function nextVersion(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(number), 0)::int + 1 AS next FROM resource_version WHERE root_table = 'project' AND root_id = ${projectId}
  `.execute(db)
  return rows[0]?.next ?? 1
}

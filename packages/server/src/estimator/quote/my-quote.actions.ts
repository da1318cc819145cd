import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { answered, HandlersOf } from '../../engine/handlers.ts'
import { type Principal, rowScope } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Database } from '../../platform/database.ts'
import { machinesOfQuote } from './ordered-machines.ts'
import { choicesOf } from './public-quote.ts'
import { factsOf, type QuoteLinkFacts, readLinks } from './quote-links.queries.ts'
import type { QuoteMedia } from './quote-media.ts'
import { pricedQuote } from './shown-quote.ts'

const MOST = 200

/** The quotes that users of a customer see of their own company. Staff have projects instead. */
export function myQuoteHandlers(
  database: Database,
  media: QuoteMedia,
): HandlersOf<'myQuotes' | 'myQuote' | 'myQuoteFile'> {
  const db = database.system
  return {
    async myQuotes({ principal }) {
      const found = await sentTo(database, principal)
      const items = await Promise.all(
        found.map(async (facts) => {
          const { link, content, state } = facts
          const { price } = pricedQuote(content, link.content, await choicesOf(db, facts))
          const { number, title, currency, validUntil } = content
          const sentAt = link.createdAt.toISOString()
          return { id: link.projectId, number, title, state, currency, total: price.total, validUntil, sentAt }
        }),
      )
      return { items }
    },

    async myQuote({ principal, params }) {
      const [facts] = await sentTo(database, principal, params.id)
      assertThat(facts, 'not_found', t('quote.noSuchQuote'))
      const { link, content, state } = facts
      const machines = state === 'accepted' ? await machinesOfQuote(db, link.projectId) : []
      return { state, content, machines, ...pricedQuote(content, link.content, await choicesOf(db, facts)) }
    },

    async myQuoteFile({ principal, params, query, request, reply }): Promise<typeof answered> {
      const [facts] = await sentTo(database, principal, params.id)
      assertThat(facts, 'not_found', t('quote.noSuchQuote'))
      return await media.send(facts.content, params.fileId, query.size, { request, reply })
    },
  }
}

/** The newest link of each project that was sent to the company and not withdrawn, newest first. */
export async function sentTo(database: Database, principal: Principal, projectId?: string): Promise<QuoteLinkFacts[]> {
  if (principal.customerId === null) return []
  // The row scope of the caller decides what is there; what a project is by now is no row of a customer.
  const ids = await database.inScope(rowScope(principal), async (db) => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM (SELECT DISTINCT ON (project_id) id, created_at FROM quote_link
        WHERE withdrawn_at IS NULL AND ${projectId === undefined ? sql`true` : sql`project_id = ${projectId}`}
        ORDER BY project_id, created_at DESC, id DESC) newest ORDER BY created_at DESC LIMIT ${MOST}
    `.execute(db)
    return rows.map(({ id }) => id)
  })
  const links = await readLinks(database.system, sql`l.id = ANY(${ids}::uuid[])`)
  return links.map(factsOf).filter(({ state }) => state !== 'withdrawn')
}

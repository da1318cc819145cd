import { offeredChoices, type PublicQuote, type QuoteChoices } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { linkInvalid } from './accept-quote.ts'
import { addVisit, type Visitor } from './quote-events.ts'
import { findAcceptance, findLinkByToken, newerLink, type QuoteLinkFacts, toAcceptance } from './quote-links.queries.ts'
import { questionsOfLink } from './quote-questions.ts'
import { pricedQuote } from './shown-quote.ts'

/** @throws ProblemError `link_invalid`, the same for every token that leads nowhere */
export async function findQuote(db: Db, token: string): Promise<QuoteLinkFacts> {
  const facts = await findLinkByToken(db, token)
  if (facts === undefined) throw linkInvalid()
  return facts
}

/** What a link shows now. One that was withdrawn shows nothing but that. */
export async function shownQuote(db: Db, maker: string, facts: QuoteLinkFacts): Promise<PublicQuote> {
  const { link, state, content } = facts
  if (state === 'withdrawn') return { state, maker, hasNewer: false, quote: null }
  return {
    state,
    maker,
    hasNewer: state === 'newer' && (await newerLink(db, link)) !== undefined,
    quote: {
      content,
      recipient: link.recipientName,
      sentAt: link.createdAt.toISOString(),
      questions: await questionsOfLink(db, link.id),
      acceptance: toAcceptance(await findAcceptance(db, link.projectId)),
      ...pricedQuote(content, link.content, await choicesOf(db, facts)),
    },
  }
}

/** What was chosen where the quote is accepted, and what it offers before. */
export async function choicesOf(db: Db, { link, content }: QuoteLinkFacts): Promise<QuoteChoices> {
  const acceptance = await findAcceptance(db, link.projectId)
  return acceptance?.choices ?? offeredChoices(content)
}

/** Counts that a quote was opened. */
export async function noteOpened(db: Db, { link, state }: QuoteLinkFacts, sha256: string, visitor: Visitor) {
  if (state === 'withdrawn') return
  await db.transaction().execute(async (transaction) => {
    await sql`
      UPDATE quote_link SET open_count = open_count + 1, opened_at = coalesce(opened_at, now()) WHERE id = ${link.id}
    `.execute(transaction)
    await addVisit(transaction, { linkId: link.id, kind: 'opened', sha256, visitor })
  })
}

/** Stores that a quote was priced with choices, which have the hash `sha256`. */
export async function noteRepriced(db: Db, { link }: QuoteLinkFacts, sha256: string, visitor: Visitor) {
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT FROM quote_link WHERE id = ${link.id} FOR NO KEY UPDATE`.execute(transaction)
    await addVisit(transaction, { linkId: link.id, kind: 'repriced', sha256, visitor })
  })
}

import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { answered, HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { networkOf } from '../../platform/network.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import { type AcceptParts, acceptQuote, assertOpen, lockQuote } from './accept-quote.ts'
import { findQuote, noteOpened, noteRepriced, shownQuote } from './public-quote.ts'
import { addEvent, visitorOf } from './quote-events.ts'
import type { QuoteMedia } from './quote-media.ts'
import { addQuestion, questionsOfLink } from './quote-questions.ts'
import type { QuoteVisits } from './quote-visits.ts'
import { assertPossible, offeredHash, orderedQuote } from './shown-quote.ts'

export interface PublicQuoteParts extends AcceptParts {
  visits: QuoteVisits
  rates: SharedRates
  media: QuoteMedia
  /** Who makes the machines, as it is called now. */
  maker: () => string
}

const HOUR_SECONDS = 3_600
const QUESTIONS_OF_ADDRESS = 20

/** What the holder of a link can do without an account. */
export function publicQuoteHandlers(
  parts: PublicQuoteParts,
): HandlersOf<'publicQuote' | 'quoteFile' | 'repriceQuote' | 'askAboutQuote' | 'acceptQuote' | 'declineQuote'> {
  const { database, mails, visits, media, maker } = parts
  const db = database.system
  const questions = parts.rates.limiter('questions about quotes', HOUR_SECONDS)
  return {
    async publicQuote({ params, request, reply }) {
      await visits.admit(request, reply)
      const facts = await findQuote(db, params.token)
      const shown = await shownQuote(db, maker(), facts)
      // Programs look at a link with HEAD before anybody opens it.
      if (request.method === 'GET') await noteOpened(db, facts, shown.quote?.sha256 ?? '', visitorOf(request))
      return shown
    },

    async quoteFile({ params, query, request, reply }): Promise<typeof answered> {
      await visits.admit(request, reply)
      const { content, state } = await findQuote(db, params.token)
      if (state === 'withdrawn') throw new ProblemError('not_usable', t('quote.refused.withdrawn'))
      return await media.send(content, params.fileId, query.size, { request, reply })
    },

    async repriceQuote({ params, body, request, reply }) {
      await visits.admit(request, reply)
      const facts = await findQuote(db, params.token)
      const { link, content, state } = facts
      assertOpen(state)
      assertPossible(content, body, 'body')
      const priced = orderedQuote(content, link.content, body)
      await noteRepriced(db, facts, priced.sha256, visitorOf(request))
      return priced
    },

    async askAboutQuote({ params, body, request, reply }) {
      await visits.admit(request, reply)
      const { link, content, state } = await findQuote(db, params.token)
      // Whoever finds it ended or replaced may ask for a new one.
      if (state === 'withdrawn') throw new ProblemError('not_usable', t('quote.refused.withdrawn'))
      const { admitted, resetSeconds } = await questions.take(networkOf(request.ip), QUESTIONS_OF_ADDRESS)
      if (!admitted) throw visits.refusal('questions_of_address', resetSeconds)
      await db.transaction().execute(async (transaction) => {
        await addQuestion(transaction, link.id, { ...body, name: body.name ?? link.recipientName })
        const sha256 = offeredHash(content, link.content)
        const event = { linkId: link.id, kind: 'question', note: body.question } as const
        await addEvent(transaction, { ...event, sha256, visitor: visitorOf(request) })
        await mails.asked(transaction, link, content)
      })
      mails.wake()
      return { questions: await questionsOfLink(db, link.id) }
    },

    async acceptQuote({ params, body, request, reply }) {
      await visits.admit(request, reply)
      await acceptQuote(parts, params.token, body, visitorOf(request))
      return await shownQuote(db, maker(), await findQuote(db, params.token))
    },

    async declineQuote({ params, body, request, reply }) {
      await visits.admit(request, reply)
      await db.transaction().execute(async (transaction) => {
        const { link, content, state } = await lockQuote(transaction, params.token)
        assertOpen(state)
        await sql`UPDATE quote_link SET declined_at = now() WHERE id = ${link.id}`.execute(transaction)
        const sha256 = offeredHash(content, link.content)
        const event = { linkId: link.id, kind: 'declined', note: body.reason } as const
        await addEvent(transaction, { ...event, sha256, visitor: visitorOf(request) })
        await mails.declined(transaction, link, content)
      })
      mails.wake()
      return await shownQuote(db, maker(), await findQuote(db, params.token))
    },
  }
}

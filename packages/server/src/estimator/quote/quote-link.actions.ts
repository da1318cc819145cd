import { type ProjectQuotes, type QuoteLink, quoteContentSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Db } from '../../platform/database.ts'
import { machinesOfQuote } from './ordered-machines.ts'
import { addEvent, eventsOfProject } from './quote-events.ts'
import {
  findAcceptance,
  type LinkRow,
  linksOfProject,
  readLinks,
  stateOf,
  toAcceptance,
} from './quote-links.queries.ts'
import { answerQuestion, questionsOfProject } from './quote-questions.ts'
import { type SendParts, sendQuote } from './send-quote.ts'
import { offeredHash } from './shown-quote.ts'

/** What staff do with the quotes of a project. */
export function quoteLinkHandlers(
  parts: SendParts,
): HandlersOf<'listQuoteLinks' | 'createQuoteLink' | 'withdrawQuoteLink' | 'answerQuoteQuestion'> {
  const { database, projects, mails } = parts
  const db = database.system
  return {
    async listQuoteLinks({ principal, params }) {
      await projects.get(principal, params.id)
      return await readQuotes(db, params.id)
    },

    async createQuoteLink({ principal, params, body, reply }) {
      reply.header('cache-control', 'no-store')
      await projects.get(principal, params.id)
      const { link, address } = await sendQuote(parts, principal, params.id, body)
      return { link: toLink(link), address, isMailed: mails.areSent }
    },

    async withdrawQuoteLink({ principal, params: { id, linkId } }) {
      await projects.get(principal, id)
      await db.transaction().execute(async (transaction) => {
        await sql`SELECT FROM project WHERE id = ${id} FOR NO KEY UPDATE`.execute(transaction)
        const link = await findLink(transaction, id, linkId)
        const isUsable = ['open', 'newer', 'ended'].includes(stateOf(link))
        assertThat(isUsable, 'not_usable', t('quote.nothingToWithdraw'))
        await sql`UPDATE quote_link SET withdrawn_at = now() WHERE id = ${linkId}`.execute(transaction)
        const event = { linkId, kind: 'withdrawn', byUser: principal.userId } as const
        await addEvent(transaction, { ...event, sha256: hashOf(link) })
      })
      return await readQuotes(db, id)
    },

    async answerQuoteQuestion({ principal, params: { id, questionId }, body }) {
      await projects.get(principal, id)
      await db.transaction().execute(async (transaction) => {
        const answer = { projectId: id, questionId, text: body.answer, userId: principal.userId }
        const linkId = await answerQuestion(transaction, answer)
        assertThat(linkId, 'not_found', t('quote.noOpenQuestion'))
        const link = await findLink(transaction, id, linkId)
        await addEvent(transaction, { linkId, kind: 'answer', byUser: principal.userId, sha256: hashOf(link) })
        await mails.answered(transaction, link, quoteContentSchema.parse(JSON.parse(link.content)))
      })
      mails.wake()
      return await readQuotes(db, id)
    },
  }
}

async function readQuotes(db: Db, projectId: string): Promise<ProjectQuotes> {
  const links = await linksOfProject(db, projectId)
  const acceptance = await findAcceptance(db, projectId)
  const accepted = links.find(({ id }) => id === acceptance?.linkId)
  const signed = toAcceptance(acceptance)
  return {
    links: links.map(toLink),
    events: await eventsOfProject(db, projectId),
    questions: await questionsOfProject(db, projectId),
    acceptance:
      acceptance === undefined || accepted === undefined || signed === null
        ? null
        : {
            ...signed,
            version: acceptance.version,
            choices: acceptance.choices,
            total: acceptance.total,
            currency: quoteContentSchema.parse(JSON.parse(accepted.content)).currency,
            sha256: acceptance.sha256,
          },
    machines: await machinesOfQuote(db, projectId),
  }
}

/** @throws ProblemError `not_found` where the project has no such link */
async function findLink(db: Db, projectId: string, linkId: string): Promise<LinkRow> {
  const [link] = await readLinks(db, sql`l.id = ${linkId} AND l.project_id = ${projectId}`)
  assertThat(link, 'not_found', t('quote.noSuchLink'))
  return link
}

function hashOf({ content }: LinkRow): string {
  return offeredHash(quoteContentSchema.parse(JSON.parse(content)), content)
}

function toLink(link: LinkRow): QuoteLink {
  const { id, version, recipientName, recipientEmail, validUntil, openCount, hasAccepted } = link
  return {
    ...{ id, version, recipientName, recipientEmail, validUntil, openCount, hasAccepted },
    state: stateOf(link),
    createdAt: link.createdAt.toISOString(),
    createdBy: link.createdByName,
    withdrawnAt: link.withdrawnAt?.toISOString() ?? null,
    openedAt: link.openedAt?.toISOString() ?? null,
  }
}

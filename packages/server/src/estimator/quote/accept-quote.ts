import type { acceptQuote as acceptCall, CallOutput, PricedQuote, QuoteState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { makeTransitionIn } from '../../engine/resource/lifecycle.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { VersionStore } from '../../engine/resource/versions/version-store.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { assertCanBeEntered, enterMachines } from './ordered-machines.ts'
import { addEvent, type Visitor } from './quote-events.ts'
import { findLinkByToken, type QuoteLinkFacts } from './quote-links.queries.ts'
import type { QuoteMails } from './quote-mails.ts'
import type { QuoteMoments } from './quote-moments.ts'
import { assertPossible, orderedQuote, shownText } from './shown-quote.ts'
import { takeChoices } from './take-choices.ts'

export interface AcceptParts {
  database: Database
  projects: ResourceStore
  orderedMachines: ResourceStore
  mails: QuoteMails
  moments: QuoteMoments
}

type Signed = CallOutput<typeof acceptCall>['body']

/**
 * Accepts a quote: signature, choices and what was shown are stored, the project is won and its machines are ordered, in one transaction.
 * @throws ProblemError `link_invalid`, `duplicate` where it is accepted already, `not_usable` in another state, `stale` where something else was shown,
 *   `invalid_request` for choices that are not possible, `not_usable` for lines with more machines than can be entered
 */
export async function acceptQuote(
  { database, projects, orderedMachines, mails, moments }: AcceptParts,
  token: string,
  signed: Signed,
  visitor: Visitor,
): Promise<void> {
  await database.system.transaction().execute(async (db) => {
    const facts = await lockQuote(db, token)
    const { link, content } = facts
    assertOpen(facts.state)
    assertPossible(content, signed.choices, 'body.choices')
    const priced = orderedQuote(content, link.content, signed.choices)
    if (priced.sha256 !== signed.sha256) {
      throw new ProblemError('stale', t('quote.shownDiffers'), undefined, { current: { sha256: priced.sha256 } })
    }
    const order = { projectId: link.projectId, content, choices: priced.choices }
    await assertCanBeEntered(db, order)
    await insertAcceptance(db, facts, signed, priced, visitor)
    const sender = inNameOf(link.createdBy)
    await takeChoices(db, sender, order)
    const { rowVersion } = await projects.rows.find(db, link.projectId, {})
    const step = { id: link.projectId, parent: {}, name: 'win', rowVersion }
    const won = await makeTransitionIn(db, projects, sender, step)
    await new VersionStore(projects).addIn(db, sender, won, t('quote.acceptedBy', { name: signed.name }), step.name)
    await enterMachines(db, orderedMachines, sender, order)
    const { projectId, version, language } = link
    await moments.tell(db, { projectId, version, type: 'orderConfirmation', language })
    const { sha256 } = priced
    await addEvent(db, { linkId: link.id, kind: 'accepted', sha256, visitor, note: signed.name })
    await mails.accepted(db, link, content, signed.name)
  })
  mails.wake()
}

/** Locks the project of a link, so that of two who decide at once one finds what the other has decided. @throws ProblemError `link_invalid` */
export async function lockQuote(db: Transaction, token: string): Promise<QuoteLinkFacts> {
  const found = await findLinkByToken(db, token)
  if (found === undefined) throw linkInvalid()
  await sql`SELECT FROM project WHERE id = ${found.link.projectId} FOR NO KEY UPDATE`.execute(db)
  const facts = await findLinkByToken(db, token)
  assertThat(facts, 'internal')
  return facts
}

export function linkInvalid(): ProblemError {
  return new ProblemError('link_invalid', t('quote.linkInvalid'))
}

/** @throws ProblemError `duplicate` where the quote is accepted already, `not_usable` where it is not open */
export function assertOpen(state: QuoteState): void {
  if (state === 'accepted') throw new ProblemError('duplicate', t('quote.refused.accepted'))
  if (state !== 'open') throw new ProblemError('not_usable', t(`quote.refused.${state}`))
}

/** Whoever accepts has no account: what follows is entered in the name of who sent the quote. The event says who has accepted. */
function inNameOf(userId: string): Principal {
  return { userId, sessionId: undefined, customerId: null, permissions: new Set() }
}

async function insertAcceptance(
  db: Transaction,
  { link }: QuoteLinkFacts,
  { name, position, orderNumber, drawing }: Signed,
  { choices, price, sha256 }: PricedQuote,
  { address, userAgent }: Visitor,
): Promise<void> {
  await sql`
    INSERT INTO quote_acceptance (project_id, link_id, version, name, position, order_number, drawing, choices, total, accepted,
      sha256, address, user_agent)
    VALUES (${link.projectId}, ${link.id}, ${link.version}, ${name}, ${position}, ${orderNumber},
      ${drawing && JSON.stringify(drawing)}, ${JSON.stringify(choices)}, ${price.total},
      ${shownText(link.content, choices, price.total)}, ${sha256}, ${address}, ${userAgent})
  `.execute(db)
}

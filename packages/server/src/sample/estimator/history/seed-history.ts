import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { EnteredQuote } from '../entered-quotes.ts'
import { enterChanges } from './past-changes.ts'
import { enterDecisions, type PastDecision, pastDecisions } from './past-decisions.ts'
import { enterLinks, type PastLink, pastLinks } from './past-links.ts'
import { enterOrders } from './past-orders.ts'
import { enterVersions, type PastVersion, pastVersions, wonVersions } from './past-versions.ts'
import { readProjects } from './read-projects.ts'

/**
 * Enters what became of quotes, at the time of each: versions, approvals, links, questions, orders and history. Their content, hashes and prices are
 * made by what makes those of quotes that are entered by people; only their times are set here.
 */
export async function seedHistory(db: Transaction, quotes: readonly EnteredQuote[]): Promise<void> {
  const ids = await idsOfPeople(db)
  const versions: PastVersion[] = []
  const decisions: PastDecision[] = []
  const links: PastLink[] = []
  const quoteIds = quotes.map(({ id }) => id)
  const projects = await readProjects(db, quoteIds)
  for (const quote of quotes) {
    const project = projects.get(quote.id)
    if (project === undefined) continue
    const own = pastVersions(quote, project, ids.get(quote.owner) ?? '')
    versions.push(...own)
    decisions.push(...pastDecisions(quote, own))
    links.push(...(await pastLinks(db, quote, own)))
  }
  await enterVersions(db, versions)
  await enterDecisions(db, decisions)
  await enterLinks(db, links)
  const acceptedBy = await enterOrders(db, links)
  const won = wonVersions(quotes, await readProjects(db, quoteIds), versions, acceptedBy)
  await enterVersions(db, won)
  await enterChanges(db, quotes, { versions: [...versions, ...won], decisions })
}

async function idsOfPeople(db: Transaction): Promise<Map<string, string>> {
  const { rows } = await sql<{ email: string; id: string }>`SELECT email, id FROM user_account`.execute(db)
  return new Map(rows.map(({ email, id }) => [email, id]))
}

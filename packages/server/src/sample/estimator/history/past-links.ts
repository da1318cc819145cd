import { sql } from 'kysely'
import { customerContent, hashToken, newToken, offeredHash, quotedProjectSchema } from '../../../estimator/area.ts'
import type { Transaction } from '../../../platform/database.ts'
import { sampleContacts } from '../../company.ts'
import { given } from '../../given.ts'
import type { EnteredQuote } from '../entered-quotes.ts'
import { sampleColleagues } from '../people.ts'
import type { PastVersion } from './past-versions.ts'

export interface PastLink {
  id: string
  quote: EnteredQuote
  version: PastVersion
  recipient: { name: string; email: string }
  content: string
  sha256: string
  at: Date
  withdrawnAt: Date | null
}

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
/** An address for documentation (RFC 5737). */
const ADDRESS = '203.0.113.24'
export const VISITOR = { address: ADDRESS, userAgent: BROWSER }

/** The links by which a quote was sent, with what its customer sees of the version that was made then. */
export async function pastLinks(
  db: Transaction,
  quote: EnteredQuote,
  versions: readonly PastVersion[],
): Promise<PastLink[]> {
  const version = versions.find(({ reason }) => reason === 'send')
  const { sent, sentWrongly } = quote.course
  if (version === undefined || sent === undefined) return []
  const { snapshot, number } = version
  const shown = await customerContent(db, quotedProjectSchema.parse(snapshot), number, snapshot.validUntil ?? '')
  const content = JSON.stringify(shown)
  const common = { quote, version, content, sha256: offeredHash(shown, content) }
  const people = sampleContacts.filter(({ company }) => company === quote.customer)
  const of = (place: number, at: Date, withdrawnAt: Date | null): PastLink => {
    const { firstName = '', lastName = '', email = '' } = people[place % people.length] ?? {}
    return {
      id: crypto.randomUUID(),
      ...common,
      recipient: { name: `${firstName} ${lastName}`, email },
      at,
      withdrawnAt,
    }
  }
  const wrong = sentWrongly === undefined ? [] : [of(0, sentWrongly, sent)]
  return [...wrong, of(people.length - 1, sent, null)]
}

/** Nobody knows the secrets of these links: they are of the past. */
export async function enterLinks(db: Transaction, links: readonly PastLink[]): Promise<void> {
  const rows = links.map(({ id, quote, version, recipient, content, at, withdrawnAt }) => ({
    ...{ id, content, at, withdrawnAt, recipient },
    project: quote.id,
    version: version.number,
    token: hashToken(newToken())?.toString('hex'),
    opened: withdrawnAt === null ? (quote.course.opened ?? null) : null,
    declined: quote.lostFor !== undefined && 'declined' in quote.lostFor ? quote.course.decided : null,
  }))
  await sql`
    INSERT INTO quote_link (id, project_id, customer_id, version, token_hash, recipient_name, recipient_email, language, valid_until, ends_at,
      content, created_at, created_by, withdrawn_at, declined_at, opened_at, open_count)
    SELECT (value ->> 'id')::uuid, p.id, p.customer_id, (value ->> 'version')::int, decode(value ->> 'token', 'hex'),
      value #>> '{recipient,name}', value #>> '{recipient,email}', 'en', p.valid_until,
      (p.valid_until + 1)::timestamp AT TIME ZONE coalesce(l.timezone, 'UTC'), value ->> 'content', (value ->> 'at')::timestamptz, p.owner_id,
      (value ->> 'withdrawnAt')::timestamptz, (value ->> 'declined')::timestamptz, (value ->> 'opened')::timestamptz,
      CASE WHEN value ->> 'opened' IS NULL THEN 0 ELSE 3 END
    FROM ${given(rows)} JOIN project p ON p.id = (value ->> 'project')::uuid LEFT JOIN location l ON l.id = p.location_id
    ORDER BY value ->> 'at', place
  `.execute(db)
  await enterEvents(db, links)
  await enterQuestions(db, links)
}

/** What was done with links, but for acceptances. */
async function enterEvents(db: Transaction, links: readonly PastLink[]): Promise<void> {
  const events = links.flatMap(({ id, quote, at, withdrawnAt, sha256 }) => {
    const { opened, asked, answered, decided } = quote.course
    const event = (kind: string, when: Date | null | undefined, more: object) => {
      return when ? [{ link: id, sha256, kind, at: when, ...more }] : []
    }
    const sender = { byOwner: true }
    const sent = event('sent', at, sender)
    if (withdrawnAt !== null) return [...sent, ...event('withdrawn', withdrawnAt, sender)]
    const declined = quote.lostFor !== undefined && 'declined' in quote.lostFor ? quote.lostFor.declined : undefined
    return [
      ...sent,
      ...event('opened', opened, VISITOR),
      ...event('question', asked, VISITOR),
      ...event('answer', answered, sender),
      ...(declined === undefined ? [] : event('declined', decided, { ...VISITOR, note: declined })),
    ]
  })
  await sql`
    INSERT INTO quote_event (link_id, kind, at, address, user_agent, sha256, note, by_user)
    SELECT l.id, value ->> 'kind', (value ->> 'at')::timestamptz, value ->> 'address', value ->> 'userAgent', value ->> 'sha256', value ->> 'note',
      CASE WHEN (value ->> 'byOwner')::boolean THEN l.created_by END
    FROM ${given(events)} JOIN quote_link l ON l.id = (value ->> 'link')::uuid ORDER BY value ->> 'at', place
  `.execute(db)
}

async function enterQuestions(db: Transaction, links: readonly PastLink[]): Promise<void> {
  const questions = links.flatMap(({ id, quote, withdrawnAt, recipient }) => {
    const { asked, answered } = quote.course
    if (quote.asked === undefined || asked === undefined || withdrawnAt !== null) return []
    const [question, answer] = quote.asked
    return [{ link: id, name: recipient.name, question, asked, answer: answered && answer, answered }]
  })
  await sql`
    INSERT INTO quote_question (link_id, section, name, question, asked_at, answer, answered_at, answered_by)
    SELECT (value ->> 'link')::uuid, 'Machines', value ->> 'name', value ->> 'question', (value ->> 'asked')::timestamptz, value ->> 'answer',
      (value ->> 'answered')::timestamptz, CASE WHEN value ? 'answer' THEN person.id END
    FROM ${given(questions)} JOIN user_account person ON person.email = ${sampleColleagues.sales.email} ORDER BY place
  `.execute(db)
}

import { projects } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import { given } from '../../given.ts'
import type { EnteredQuote } from '../entered-quotes.ts'
import { sampleRoleTypes } from '../people.ts'
import type { PastDecision } from './past-decisions.ts'
import type { PastVersion } from './past-versions.ts'

interface PastChange {
  id: string
  at: Date
  by: string
  action: string
  before?: object
  after: object
}

/** The history of quotes: who has begun them, brought them into their states, approved them and stored versions. */
export async function enterChanges(
  db: Transaction,
  quotes: readonly EnteredQuote[],
  { versions, decisions }: { versions: readonly PastVersion[]; decisions: readonly PastDecision[] },
): Promise<void> {
  const changes = [
    ...quotes.flatMap(transitions),
    ...versions.map(({ snapshot: { id }, at, by, number }) => {
      return { id, at, by, action: 'create-version', before: { id }, after: { id, version: number } }
    }),
    ...decisions.map(({ projectId: id, at, by, decision, role, note }) => {
      const roleType = sampleRoleTypes.find(({ code }) => code === role)?.name
      const after = { id, roleType, ...(note !== null && { reason: note }) }
      return { id, at, by, action: decision, before: { id }, after }
    }),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  await sql`
    INSERT INTO audit_entry (at, actor_id, action, resource, row_id, before, after, change_id)
    SELECT (value ->> 'at')::timestamptz, person.id, value ->> 'action', ${projects.name}, (value ->> 'id')::uuid, value -> 'before',
      value -> 'after', uuidv7()
    FROM ${given(changes)} JOIN user_account person ON value ->> 'by' IN (person.email, person.id::text)
    ORDER BY place
  `.execute(db)
}

function transitions(quote: EnteredQuote): PastChange[] {
  const { id, owner: by, number, title, course, lostFor, rejectedFor } = quote
  const { submittedFirst, rejected, submitted, approved, sent, decided } = course
  let rowVersion = 1
  let state = 'draft'
  const step = (at: Date | undefined, name: string, to: string, reason?: string): PastChange[] => {
    if (at === undefined) return []
    const before = { id, rowVersion, status: state }
    rowVersion += 1
    state = to
    const after = { id, rowVersion, status: to, ...(reason !== undefined && { reason }) }
    return [{ id, at, by, action: `transition:${name}`, before, after }]
  }
  const begun = { id, rowVersion, number, revision: quote.revision, title, status: 'draft' }
  const reason = lostFor === undefined ? undefined : Object.values(lostFor)[0]
  return [
    { id, at: course.begun, by, action: quote.revises === undefined ? 'create' : 'revise', after: begun },
    ...step(submittedFirst, 'submit', 'review'),
    ...step(rejected, 'take-back', 'draft', rejectedFor),
    ...step(submitted, 'submit', 'review'),
    ...step(approved, 'approve', 'approved'),
    ...step(sent, 'send', 'sent'),
    ...(quote.status === 'lost' ? step(decided, 'lose', 'lost', reason) : step(decided, 'win', 'won')),
  ]
}

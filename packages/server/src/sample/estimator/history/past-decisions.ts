import { approvalFacts, compareDecimals } from '@packhouse/contract'
import { sql } from 'kysely'
import { contentHash } from '../../../estimator/area.ts'
import type { Transaction } from '../../../platform/database.ts'
import { given } from '../../given.ts'
import type { EnteredQuote } from '../entered-quotes.ts'
import { sampleColleagues, sampleRules } from '../people.ts'
import type { PastVersion } from './past-versions.ts'

export interface PastDecision {
  projectId: string
  /** Code of the type of role. */
  role: string
  decision: 'approve' | 'reject'
  note: string | null
  submission: number
  hash: string
  at: Date
  /** Address of who has decided, never the owner. */
  by: string
}

const HOUR_MS = 3_600_000
const { approval, management } = sampleColleagues

/** What was decided about a quote: each approval that the rules ask for, of the submission that it was given to, and what was rejected before. */
export function pastDecisions(quote: EnteredQuote, versions: readonly PastVersion[]): PastDecision[] {
  const [first, last = first] = versions.filter(({ reason }) => reason === 'submit')
  if (first === undefined || last === undefined) return []
  const { rejected, approved, submitted } = quote.course
  const projectId = quote.id
  const decisions: PastDecision[] = []
  if (rejected !== undefined) {
    const about = { submission: first.number, hash: contentHash(first.snapshot, 'withCosts'), at: rejected }
    const note = quote.rejectedFor ?? ''
    decisions.push({ projectId, role: 'APPROVAL', ...about, decision: 'reject', note, by: approval.email })
  }
  if (submitted === undefined) return decisions
  const about = { submission: last.number, hash: contentHash(last.snapshot, 'withCosts') }
  for (const [place, role] of rolesAsked(last).entries()) {
    // What waits for its last approval may have those before it.
    const at = place === 0 && isTwofold(last) ? new Date(submitted.getTime() + HOUR_MS) : approved
    const by = role === 'MANAGEMENT' ? management.email : approval.email
    if (at !== undefined) decisions.push({ projectId, role, ...about, decision: 'approve', note: null, at, by })
  }
  return decisions
}

/** The roles that the rules of the sample ask, in their order. */
function rolesAsked({ snapshot }: PastVersion): string[] {
  const facts = approvalFacts(snapshot, { minorUnits: 2, cashStep: null })
  const { highestDiscountPercent: discount, lowestMarginPercent: margin, highestNet: total } = facts
  const values = { discount, margin, total }
  const asked = sampleRules.filter(({ dimension, threshold }) => {
    if (dimension === 'margin' && (facts.missingCosts > 0 || facts.canBeGivenAway)) return true
    const value = values[dimension]
    if (value === null) return false
    const compared = compareDecimals(value, threshold)
    return dimension === 'margin' ? compared < 0 : compared > 0
  })
  return [...new Set(asked.map(({ role }) => role))]
}

function isTwofold(version: PastVersion): boolean {
  return rolesAsked(version).length > 1
}

export async function enterDecisions(db: Transaction, decisions: readonly PastDecision[]): Promise<void> {
  await sql`
    INSERT INTO project_approval (project_id, role_type_id, role_type, decision, note, submission, content_hash, decided_at, decided_by)
    SELECT (value ->> 'projectId')::uuid, type.id, type.name, value ->> 'decision', value ->> 'note',
      (value ->> 'submission')::int, value ->> 'hash', (value ->> 'at')::timestamptz, person.id
    FROM ${given(decisions)} JOIN user_account person ON person.email = value ->> 'by'
      JOIN project_role_type type ON type.code = value ->> 'role'
    ORDER BY value ->> 'at', place
  `.execute(db)
}

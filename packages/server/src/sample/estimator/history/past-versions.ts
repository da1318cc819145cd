import { priceProject, projects, toPriceInput } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { projectVersionFactsOf } from '../../../estimator/area.ts'
import type { Transaction } from '../../../platform/database.ts'
import { given } from '../../given.ts'
import type { EnteredQuote } from '../entered-quotes.ts'
import type { WholeProject } from './read-projects.ts'

export interface PastVersion {
  number: number
  reason: string
  note: string | null
  at: Date
  by: string
  snapshot: WholeProject
}

/** What a quote was before it was worked over: with another discount, and where it is submitted again, without its last line. */
export function asItWas(project: WholeProject, discountValue: string): WholeProject {
  const items = project.items.slice(0, -1)
  const before = { ...project, items, discountValue, lineCount: items.length }
  const { subtotal, discount, net, tax, total, cost, marginPercent } = priceProject(
    toPriceInput(before, { minorUnits: 2, cashStep: null }),
  )
  return { ...before, subtotal, discount, net, tax, total, cost, margin: marginPercent }
}

/** The versions that a quote came by on its course, oldest first. */
export function pastVersions(quote: EnteredQuote, project: WholeProject, by: string): PastVersion[] {
  const { begun, stored, submittedFirst, submitted, sent } = quote.course
  const before = asItWas(project, submittedFirst === undefined ? '0' : '8')
  const versions: Omit<PastVersion, 'number' | 'by'>[] = []
  const add = (at: Date | undefined, reason: string, note: string | null, snapshot: WholeProject) => {
    if (at !== undefined) versions.push({ at, reason, note, snapshot })
  }
  if (quote.revises !== undefined) {
    add(begun, 'revise', `As revision ${quote.revision - 1} was`, { ...asItWas(project, '0'), status: 'draft' })
  }
  add(stored, 'byHand', 'After the first talk', { ...before, status: 'draft' })
  add(submittedFirst, 'submit', null, { ...before, status: 'review' })
  add(submitted, 'submit', null, { ...project, status: 'review' })
  add(sent, 'send', 'Sent to the customer', { ...project, status: 'sent' })
  return versions.map((version, place) => ({ ...version, number: place + 1, by }))
}

/**
 * The versions that acceptance makes of quotes: with what their customers have chosen.
 * @param projects as they are now; @param versions that they came by before; @param acceptedBy by the id of the quote, whoever accepted it by its link
 */
export function wonVersions(
  quotes: readonly EnteredQuote[],
  projects: ReadonlyMap<string, WholeProject>,
  versions: readonly PastVersion[],
  acceptedBy: ReadonlyMap<string, string>,
): PastVersion[] {
  const before = Map.groupBy(versions, ({ snapshot: { id } }) => id)
  return quotes.flatMap(({ id, status, course: { decided } }) => {
    const project = projects.get(id)
    const last = before.get(id)?.at(-1)
    if (status !== 'won' || decided === undefined || project === undefined || last === undefined) return []
    const name = acceptedBy.get(id)
    const note = name === undefined ? null : t('quote.acceptedBy', { name })
    const snapshot: WholeProject = { ...project, status: 'won' }
    return [{ number: last.number + 1, reason: 'win', note, at: decided, by: last.by, snapshot }]
  })
}

/** Stores versions as they would have been stored at their time, with the facts that the product notes of them. */
export async function enterVersions(db: Transaction, versions: readonly PastVersion[]): Promise<void> {
  const rows = []
  for (const version of versions) {
    const snapshot = { ...version.snapshot, updatedAt: version.at.toISOString() }
    rows.push({ ...version, snapshot, facts: await projectVersionFactsOf(db, snapshot) })
  }
  const { schema = 1 } = projects.traits.versions ?? {}
  await sql`
    INSERT INTO resource_version (root_table, root_id, number, schema, snapshot, note, reason, facts, created_at, created_by)
    SELECT ${projects.table}, (value #>> '{snapshot,id}')::uuid, (value ->> 'number')::int, ${schema}, value -> 'snapshot', value ->> 'note',
      value ->> 'reason', value -> 'facts', (value ->> 'at')::timestamptz, (value ->> 'by')::uuid
    FROM ${given(rows)} ORDER BY place
  `.execute(db)
}

import type { Reference, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { ProblemError } from '../problem-error.ts'
import { toColumn } from './columns.ts'

const NAMED = 5

interface Referrer {
  table: string
  column: string
  target: string
  hasDeleted: boolean
}

/**
 * What refers to a row, table by table. Referrers are found from the foreign keys, so that a new one needs no
 * declaration; those that go with the row or let go of it (ON DELETE CASCADE or SET NULL) do not count.
 * @param counted whether deleted rows that refer to it count too: they stand in the way of removing it for good
 */
export async function findReferences(
  db: Transaction,
  resources: readonly Resource[],
  resource: Resource,
  id: string,
  counted: 'alive' | 'all',
): Promise<Reference[]> {
  const references: Reference[] = []
  for (const referrer of await referrersOf(db, resource.table)) {
    if (counted === 'alive' && isOutlived(resources, referrer)) continue
    const hasDeleted = referrer.hasDeleted && counted === 'alive'
    const found = await countReferences(db, resources, resource, { ...referrer, hasDeleted }, id)
    if (found.count > 0) references.push(found)
  }
  return references
}

/**
 * Refuses to delete a row that others refer to, and says which.
 * @throws ProblemError `referenced`
 */
export async function assertUnreferenced(
  db: Transaction,
  resources: readonly Resource[],
  resource: Resource,
  id: string,
  counted: 'alive' | 'all',
): Promise<void> {
  const references = await findReferences(db, resources, resource, id, counted)
  if (references.length === 0) return
  const words = references.map(
    ({ resource: name, count, labels }) => `${count} ${declared(name)} (${labels.join(', ')})`,
  )
  throw new ProblemError('referenced', t('server.referredToBy', { references: words.join('; ') }), undefined, {
    references,
  })
}

async function referrersOf(db: Transaction, table: string): Promise<Referrer[]> {
  const { rows } = await sql<Referrer>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", t.attname AS target,
      EXISTS (SELECT FROM pg_attribute d WHERE d.attrelid = c.conrelid AND d.attname = 'deleted_at') AS "hasDeleted"
    FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = c.confkey[1]
    WHERE c.contype = 'f' AND c.confrelid = ${table}::regclass AND c.confdeltype NOT IN ('c', 'n') AND c.conparentid = 0
    ORDER BY 1, 2
  `.execute(db)
  return rows
}

/** Whether the row may be deleted for as long as it can be brought back. */
function isOutlived(resources: readonly Resource[], { table, column }: Referrer): boolean {
  const fields = resources.find((resource) => resource.table === table)?.fields ?? {}
  return Object.keys(fields).some((name) => toColumn(name) === column && fields[name]?.outlived)
}

async function countReferences(
  db: Transaction,
  resources: readonly Resource[],
  target: Resource,
  referrer: Referrer,
  id: string,
): Promise<Reference> {
  const referring = resources.find((resource) => resource.table === referrer.table)
  const label: RawBuilder<unknown> =
    referring === undefined ? sql`''` : sql`coalesce(${sql.ref(toColumn(referring.label))}::text, '')`
  const alive = referrer.hasDeleted ? sql`AND deleted_at IS NULL` : sql``
  const { rows } = await sql<{ count: number; labels: string[] }>`
    SELECT count(*)::int AS count, coalesce((array_agg(${label}::text ORDER BY ${label}::text))[1:${sql.lit(NAMED)}], '{}') AS labels
    FROM ${sql.table(referrer.table)}
    WHERE ${sql.ref(referrer.column)} = (SELECT ${sql.ref(referrer.target)} FROM ${sql.table(target.table)} WHERE id = ${id})
      ${alive}
  `.execute(db)
  return { resource: referring?.noun[1] ?? referrer.table, count: rows[0]?.count ?? 0, labels: rows[0]?.labels ?? [] }
}

import type { Reference, Relation, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { sentence } from '../../platform/sentence.ts'
import { ProblemError } from '../problem-error.ts'
import { readable, toColumn } from './columns.ts'

const NAMED = 5
/** What is counted that no declaration names: its table is no word for people. */
const OTHERS = [sentence`other entry`, sentence`other entries`] as const

interface Referrer {
  table: string
  column: string
  target: string
}

export interface ReferencesAsked {
  /** Whether deleted rows that refer to it count too: they stand in the way of removing it for good. */
  counted: 'alive' | 'all'
  /** Whether those count who hold it by a relation that goes with it. */
  holders: boolean
  /** Whether the rows of a resource are named to whoever asks, or only counted. */
  isNamed: (resource: Resource) => boolean
  /** The parts that are deleted with the row, by their resource: what refers to them counts too, and they do not. */
  parts?: ReadonlyMap<Resource, readonly string[]>
}

/** What refers to a row, with its noun in both numbers and the query of the rows. */
interface Found {
  noun: readonly [one: string, many: string]
  rows: RawBuilder<unknown>
  reference: Reference
}

/**
 * What refers to a row, by what people call it. Referrers are found from the foreign keys, so that a new one needs no
 * declaration; those that go with the row or let go of it (ON DELETE CASCADE or SET NULL) do not count, but for who holds what is `held`.
 */
export async function findReferences(
  db: Transaction,
  resources: readonly Resource[],
  resource: Resource,
  id: string,
  asked: ReferencesAsked,
): Promise<Reference[]> {
  const found = await countAll(db, resources, resource, id, asked)
  return found.map(({ reference }) => reference)
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
  asked: ReferencesAsked,
): Promise<void> {
  const found = await countAll(db, resources, resource, id, asked)
  if (found.length === 0) return
  const words = found.map(({ noun, reference: { count, labels } }) => {
    const [one, many] = noun
    return t('server.referrers', {
      count,
      noun: declared(count === 1 ? one : many),
      names: labels.join(', '),
      named: labels.length,
      more: count - labels.length,
    })
  })
  const references = found.map(({ reference }) => reference)
  throw new ProblemError('referenced', t('server.referredToBy', { references: words.join('; ') }), undefined, {
    references,
  })
}

/** What people call the rows of a table: those of a resource, or of whoever holds something by a relation. */
export function nounOfTable(resources: readonly Resource[], table: string): Found['noun'] {
  return ownerOf(resources, { table })?.resource.noun ?? OTHERS
}

async function countAll(
  db: Transaction,
  resources: readonly Resource[],
  resource: Resource,
  id: string,
  asked: ReferencesAsked,
): Promise<Found[]> {
  const { holders, parts = new Map<Resource, string[]>() } = asked
  const found = await countDirect(db, resources, resource, [id], asked)
  for (const [part, ids] of parts) found.push(...(await countDirect(db, resources, part, ids, asked)))
  if (holders && resource.traits.held) {
    for (const owner of holdersOf(resources, resource)) {
      const { table, otherColumn } = owner.relation
      const pairs = { table, column: otherColumn, target: 'id' }
      // Who is deleted is on no list, and what they had goes with it without being in the way.
      const held = await countReferences(db, resource, pairs, owner, [id], { ...asked, counted: 'alive' })
      found.push({ ...held, reference: { ...held.reference, effect: 'released' } })
    }
  }
  return await joined(
    db,
    found.filter(({ reference }) => reference.count > 0),
  )
}

/** What refers to some rows of a resource by a foreign key. */
async function countDirect(
  db: Transaction,
  resources: readonly Resource[],
  resource: Resource,
  ids: readonly string[],
  asked: ReferencesAsked,
): Promise<Found[]> {
  const found: Found[] = []
  if (ids.length === 0) return found
  for (const referrer of await referrersOf(db, resource.table)) {
    if (asked.counted === 'alive' && isOutlived(resources, referrer)) continue
    found.push(await countReferences(db, resource, referrer, ownerOf(resources, referrer), ids, asked))
  }
  return found
}

/** Those of one noun as one, each row once: a project may refer to a person in several ways. */
async function joined(db: Transaction, found: readonly Found[]): Promise<Found[]> {
  const groups = Map.groupBy(found, ({ reference: { resource, effect } }) => `${effect} ${resource}`)
  const all: Found[] = []
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    if (others.length === 0) {
      all.push(first)
      continue
    }
    const counted = await countRows(db, [first, ...others])
    all.push({ ...first, reference: { ...first.reference, ...counted } })
  }
  return all
}

/** How many different rows these queries find, and the names of the first. */
async function countRows(
  db: Transaction,
  found: readonly Pick<Found, 'rows'>[],
): Promise<Pick<Reference, 'count' | 'labels'>> {
  const union = sql.join(
    found.map(({ rows }) => rows),
    sql` UNION `,
  )
  const { rows } = await sql<{ count: number; labels: string[] }>`
    SELECT count(*)::int AS count,
      coalesce((array_agg(label ORDER BY label) FILTER (WHERE label <> ''))[1:${sql.lit(NAMED)}], '{}') AS labels
    FROM (SELECT DISTINCT key, label FROM (${union}) each) found
  `.execute(db)
  return rows[0] ?? { count: 0, labels: [] }
}

async function referrersOf(db: Transaction, table: string): Promise<Referrer[]> {
  const { rows } = await sql<Referrer>`
    SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", t.attname AS target
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

/** Whose rows a table has: those of a resource itself, or the pairs of one of its relations. */
interface Owner {
  resource: Resource
  relation: Relation | undefined
}

function ownerOf(
  resources: readonly Resource[],
  { table, column }: Pick<Referrer, 'table'> & { column?: string },
): Owner | undefined {
  const resource = resources.find((one) => one.table === table)
  if (resource !== undefined) return { resource, relation: undefined }
  for (const one of resources) {
    const relation = Object.values(one.traits.relations ?? {}).find(
      (pairs) => pairs.table === table && (column === undefined || pairs.otherColumn === column),
    )
    if (relation !== undefined) return { resource: one, relation }
  }
  return undefined
}

function holdersOf(resources: readonly Resource[], { name }: Resource): { resource: Resource; relation: Relation }[] {
  return resources.flatMap((resource) =>
    Object.values(resource.traits.relations ?? {}).flatMap((relation) =>
      relation.to === name ? [{ resource, relation }] : [],
    ),
  )
}

async function countReferences(
  db: Transaction,
  target: Resource,
  referrer: Referrer,
  owner: Owner | undefined,
  ids: readonly string[],
  { counted, isNamed, parts }: ReferencesAsked,
): Promise<Found> {
  const label = owner === undefined || !isNamed(owner.resource) ? sql`NULL::text` : labelIn('named', owner.resource)
  const isAlive = owner?.resource.traits.softDelete && counted === 'alive' ? sql`AND named.deleted_at IS NULL` : sql``
  const going = owner?.relation === undefined && owner !== undefined ? parts?.get(owner.resource) : undefined
  const isNoPart = going === undefined ? sql`` : sql`AND named.id <> ALL(${going}::uuid[])`
  // Rows of no resource are added up: nothing but their reference may be read of every table.
  const { table, column } = referrer
  const key = owner === undefined ? sql`${`${table}.${column} `} || row_number() OVER ()` : sql`named.id::text`
  const rows = sql`
    SELECT ${key} AS key, ${label} AS label
    FROM ${named(referrer, owner)}
    WHERE referring.${sql.ref(column)} IN (SELECT ${sql.ref(referrer.target)} FROM ${sql.table(target.table)} WHERE id = ANY(${ids}::uuid[]))
      ${isAlive} ${isNoPart}`
  const noun = owner?.resource.noun ?? OTHERS
  return {
    noun,
    rows,
    reference: {
      resource: noun[1],
      name: owner?.resource.name ?? null,
      field: filterOf(owner, referrer),
      effect: 'prevents',
      ...(await countRows(db, [{ rows }])),
    },
  }
}

/** The label of a row of this alias, as it is read elsewhere; only a label that is a field can be read otherwise than it is stored. */
function labelIn(alias: string, { label, labelRest, fields }: Resource): RawBuilder<unknown> {
  const read = (name: string) => {
    const column = sql.ref(`${alias}.${toColumn(name)}`)
    const entry = fields[name]
    return sql`(${entry === undefined ? column : readable(column, entry)})::text`
  }
  return labelRest === undefined ? read(label) : sql`concat_ws(' ', ${read(label)}, ${read(labelRest)})`
}

/** The filter of a list that shows what refers by a column. */
function filterOf(owner: Owner | undefined, { column, target }: Referrer): string | null {
  if (owner === undefined || owner.relation !== undefined || target !== 'id') return null
  const entry = Object.entries(owner.resource.fields).find(([name]) => toColumn(name) === column)
  return entry?.[1].filter ? entry[0] : null
}

/** The rows that refer, and those by whose names people know them. */
function named({ table }: Referrer, owner: Owner | undefined): RawBuilder<unknown> {
  const referring = sql`${sql.table(table)} referring`
  if (owner === undefined) return referring
  const key = owner.relation === undefined ? 'id' : owner.relation.column
  return sql`${referring} JOIN ${sql.table(owner.resource.table)} named ON named.id = referring.${sql.ref(key)}`
}

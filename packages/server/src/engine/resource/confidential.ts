import type { FieldError, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { ProblemError } from '../problem-error.ts'
import type { Behaviour } from './behaviour.ts'
import { type Computed, readable, toColumn } from './columns.ts'
import type { Values } from './rows.ts'

export function confidentialFields({ fields }: Pick<Resource, 'fields'>): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.confidential)
}

/**
 * The expressions by which fields are read, with those of confidential fields: whatever reads rows of a resource goes through these, so no answer,
 * file or history can leave one out.
 * @throws Error where no area says to whom a confidential field is disclosed
 */
export function withConfidential(
  resources: readonly Resource[],
  { computed, disclosed = {} }: Pick<Behaviour, 'computed' | 'disclosed'>,
): Record<string, Computed> {
  const kept = resources.flatMap((resource) => {
    const names = confidentialFields(resource)
    if (names.length === 0) return []
    const condition = disclosed[resource.name]
    if (condition === undefined) throw new Error(`No area says to whom ${names[0]} of ${resource.name} is disclosed.`)
    const own = computed[resource.name] ?? {}
    const hidden = names.map((name) => [
      name,
      sql`CASE WHEN ${condition} THEN ${expressionOf(resource, own, name)} END`,
    ])
    return [[resource.name, { ...own, ...Object.fromEntries(hidden) }]]
  })
  return { ...computed, ...Object.fromEntries(kept) }
}

function expressionOf({ fields }: Resource, computed: Computed, name: string): RawBuilder<unknown> {
  const entry = fields[name]
  const column = sql.ref(toColumn(name))
  return computed[name] ?? (entry === undefined ? column : readable(column, entry))
}

/** Whether the confidential fields of a row are disclosed in this transaction. */
export async function isDisclosed(
  db: Transaction,
  resource: Resource,
  { disclosed = {} }: Pick<Behaviour, 'disclosed'>,
  id: string,
): Promise<boolean> {
  const condition = disclosed[resource.name]
  if (condition === undefined) return true
  return (await hiddenAmong(db, resource, condition, [id])).length === 0
}

/**
 * Refuses what was sent for a confidential field of a row by somebody who cannot see it: it would overwrite blindly. Asked when the rows are written, so
 * that it holds for new ones too.
 * @param sent by the id of the row
 * @throws ProblemError `permission_missing`
 */
export async function assertDisclosed(
  db: Transaction,
  resource: Resource,
  { disclosed = {} }: Pick<Behaviour, 'disclosed'>,
  sent: ReadonlyMap<string, Values>,
): Promise<void> {
  const condition = disclosed[resource.name]
  if (condition === undefined) return
  const names = confidentialFields(resource)
  const given = [...sent].filter(([, values]) => names.some((name) => values[name] != null))
  if (given.length === 0) return
  const hidden = await hiddenAmong(
    db,
    resource,
    condition,
    given.map(([id]) => id),
  )
  if (hidden.length === 0) return
  const errors = names.map((name): FieldError => {
    return { path: `body.${name}`, code: 'confidential', message: t('server.isConfidential') }
  })
  throw new ProblemError('permission_missing', t('server.confidentialNotTaken', { fields: names.join(', ') }), errors)
}

/** What was sent to change a row, without the empty confidential fields of somebody who was shown them so. */
export async function withoutHidden(
  db: Transaction,
  resource: Resource,
  behaviour: Pick<Behaviour, 'disclosed'>,
  id: string,
  sent: Values,
): Promise<Values> {
  const empty = confidentialFields(resource).filter((name) => sent[name] === null)
  if (empty.length === 0 || (await isDisclosed(db, resource, behaviour, id))) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !empty.includes(name)))
}

async function hiddenAmong(
  db: Transaction,
  { table }: Resource,
  condition: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[]) AND (${condition}) IS NOT TRUE
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A row, or what a version holds of one, without what is confidential. */
export function withoutConfidential(resource: Resource, row: Values): Values {
  const names = confidentialFields(resource)
  return names.length === 0 ? row : { ...row, ...Object.fromEntries(names.map((name) => [name, null])) }
}

/** Reads with everything disclosed, such as what a version keeps; nothing of it may be answered as it is. */
export async function withEverythingDisclosed<T>(db: Transaction, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ before: string | null }>`
    SELECT current_setting('packhouse.costs', true) AS before`.execute(db)
  await sql`SELECT set_config('packhouse.costs', 'all', true)`.execute(db)
  const result = await work()
  await sql`SELECT set_config('packhouse.costs', ${rows[0]?.before ?? ''}, true)`.execute(db)
  return result
}

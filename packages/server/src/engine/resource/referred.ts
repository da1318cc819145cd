import type { FieldError, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { assertThat, ProblemError } from '../problem-error.ts'
import type { Parent, Values } from './rows.ts'

/** What a foreign key says too, but of rows that are there: it knows neither deleted rows nor the row scope. */
export function refersToNothing(): string {
  return t('server.refersToNothing')
}

/**
 * Refuses references to what is deleted or outside the row scope, and locks what is referred to against deletion before
 * the transaction ends.
 * @param at where the values are in the request; `before` is the row as it was: references that stay are not looked at again
 * @throws ProblemError `invalid_request` at the fields
 */
export async function assertReferred(
  db: Transaction,
  resources: readonly Resource[],
  { fields }: Resource,
  values: Values,
  { before = {}, at = 'body' }: { before?: Values; at?: string } = {},
): Promise<void> {
  const errors: FieldError[] = []
  for (const [name, { refersTo }] of Object.entries(fields)) {
    const target = resources.find((resource) => resource.name === refersTo)
    const id = values[name]
    if (target === undefined || id === undefined || id === null || id === before[name]) continue
    if (await isThere(db, target, id, sql`FOR KEY SHARE`)) continue
    errors.push({ path: `${at}.${name}`, code: 'reference', message: refersToNothing() })
  }
  if (errors.length === 0) return
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new ProblemError('invalid_request', detail, errors)
}

/** @throws ProblemError `not_found` where the parent in the path is missing, deleted or outside the row scope */
export async function assertParent(
  db: Transaction,
  resources: readonly Resource[],
  { fields }: Resource,
  parent: Parent,
): Promise<void> {
  for (const [name, id] of Object.entries(parent)) {
    const target = resources.find((resource) => resource.name === fields[name]?.refersTo)
    if (target !== undefined)
      assertThat(await isThere(db, target, id), 'not_found', t('server.noSuch', { noun: declared(target.noun[0]) }))
  }
}

async function isThere(
  db: Transaction,
  { table, traits }: Resource,
  id: unknown,
  lock: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const alive = traits.softDelete ? sql`AND deleted_at IS NULL` : sql``
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE id = ${id} ${alive} ${lock}`.execute(db)
  return rows.length > 0
}

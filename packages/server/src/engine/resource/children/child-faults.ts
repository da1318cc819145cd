import type { FieldError, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import { ProblemError } from '../../problem-error.ts'
import type { ResourceRow } from '../columns.ts'
import { toProblemError } from '../database-errors.ts'
import { refersToNothing } from '../referred.ts'
import type { Values } from '../rows.ts'

/** What the database says of a row that it refuses. */
export interface Failure {
  row_id: string
  state: string
  rule: string
}

/** A child on its way into the database. `index` is its place in what was sent. */
export interface Entry {
  index: number
  id: string
  /** Fields that are written, and the row as it was where it is there. */
  values: Values
  before: ResourceRow | undefined
}

/** @throws ProblemError with all faults; nothing without faults */
export function throwFaults(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const isDuplicate = errors.every(({ code }) => code === 'duplicate')
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new ProblemError(isDuplicate ? 'duplicate' : 'invalid_request', detail, [...errors])
}

/** The faults of fields that are set once. */
export function frozenFaults(name: string, { fields }: Resource, { index, values, before }: Entry): FieldError[] {
  if (before === undefined) return []
  return Object.keys(values)
    .filter((field) => fields[field]?.frozen)
    .map((field) => {
      return {
        path: `body.${name}.${index}.${field}`,
        code: 'frozen',
        message: t('server.cannotBeChangedFrom', { before: String(before[field]) }),
      }
    })
}

/** The faults of references to what is deleted or outside the row scope; what is referred to stays until the transaction ends. */
export async function referenceFaults(
  db: Transaction,
  resources: readonly Resource[],
  name: string,
  { fields }: Resource,
  entries: readonly Entry[],
): Promise<FieldError[]> {
  const errors: FieldError[] = []
  for (const [field, { refersTo }] of Object.entries(fields)) {
    const target = resources.find((one) => one.name === refersTo)
    const given = entries.filter(({ values }) => typeof values[field] === 'string')
    if (target === undefined || given.length === 0) continue
    const alive = target.traits.softDelete ? sql`AND deleted_at IS NULL` : sql``
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(target.table)} WHERE id = ANY(${given.map(({ values }) => values[field])}::uuid[]) ${alive}
      ORDER BY id FOR KEY SHARE
    `.execute(db)
    const there = new Set<unknown>(rows.map(({ id }) => id))
    const wrong = given.filter(({ values }) => !there.has(values[field]))
    errors.push(
      ...wrong.map(({ index }) => {
        return { path: `body.${name}.${index}.${field}`, code: 'reference', message: refersToNothing() }
      }),
    )
  }
  return errors
}

/** What the database has refused, at the fields of the entries. */
export function failureFaults(
  name: string,
  resource: Resource,
  entries: readonly Entry[],
  failures: readonly Failure[],
): FieldError[] {
  return failures.flatMap(({ row_id, state, rule }) => {
    const path = `body.${name}.${entries.find(({ id }) => id === row_id)?.index}`
    const problem = toProblemError({ code: state, constraint: rule, table: resource.table }, resource)
    if (problem instanceof ProblemError && problem.errors !== undefined) {
      return problem.errors.map((error) => ({ ...error, path: error.path.replace(/^body/, path) }))
    }
    return [{ path, code: 'refused', message: t('server.databaseRefuses', { state: rule || state }) }]
  })
}

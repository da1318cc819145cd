import type { FieldError, Resource } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { type RowChange, writeAudit } from '../engine/resource/audit.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from '../engine/resource/columns.ts'
import { toProblemError } from '../engine/resource/database-errors.ts'
import { Rows, type Values } from '../engine/resource/rows.ts'
import type { Transaction } from '../platform/database.ts'

/** Rows that go to the database at a time. */
const PORTION = 500

/** One row of cells or of their answers for materials that is made, changed or removed. */
export interface CellWrite {
  /** Its place in what was sent, to name a fault. */
  index: number
  before: ResourceRow | undefined
  /** Null removes it. */
  values: Values | null
}

/**
 * Writes many rows with their audit entries, in a number of statements that does not rise with the rows. What is changed is locked by
 * the caller; what would stay as it is is passed over.
 * @returns what the database refuses, by place; then the transaction must be given up
 */
export async function writeCells(
  db: Transaction,
  principal: Principal,
  { resource, computed }: { resource: Resource; computed: Computed },
  writes: readonly CellWrite[],
): Promise<{ index: number; errors: FieldError[] }[]> {
  const gone = writes.flatMap(({ before, values }) => (before !== undefined && values === null ? [before] : []))
  if (gone.length > 0) await new Rows(resource, computed).erase(db, principal, 'delete', gone)
  const kept = writes.filter((one) => one.values !== null)
  const made = kept.filter(({ before }) => before === undefined)
  const changed = kept.filter(({ before, values }) => before !== undefined && isOther(before, values ?? {}))
  const faults = []
  for (const [isNew, some] of [
    [true, made],
    [false, changed],
  ] as const) {
    for (let from = 0; from < some.length; from += PORTION) {
      faults.push(...(await writeSome(db, principal, { resource, computed }, isNew, some.slice(from, from + PORTION))))
    }
  }
  return faults
}

function isOther(before: ResourceRow, values: Values): boolean {
  return Object.entries(values).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
}

async function writeSome(
  db: Transaction,
  principal: Principal,
  { resource, computed }: { resource: Resource; computed: Computed },
  isNew: boolean,
  writes: readonly CellWrite[],
): Promise<{ index: number; errors: FieldError[] }[]> {
  const { rows: ids } = await sql<{ id: string }>`
    SELECT uuidv7()::text AS id FROM generate_series(1, ${writes.length}::int)`.execute(db)
  const stamps = { updated_by: principal.userId, ...(isNew ? { created_by: principal.userId } : {}) }
  const given = writes.map(({ before, values }, place) => {
    const columns = Object.entries(values ?? {}).map(([name, value]) => [toColumn(name), value])
    return { id: before?.id ?? ids[place]?.id, ...Object.fromEntries(columns), ...stamps }
  })
  const columns = new Set(given.flatMap((one) => Object.keys(one)).filter((name) => name !== 'id'))
  const { rows: refused } = await sql<{ row_id: string; state: string; rule: string }>`
    SELECT * FROM write_rows(${resource.table}::regclass, ${isNew}, ${[...columns]}, ${JSON.stringify(given)}::jsonb)
  `.execute(db)
  const { rows } = await sql<Values>`
    SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)} WHERE id = ANY(${given.map(({ id }) => id)}::uuid[])
  `.execute(db)
  const after = new Map(rows.map(toRow).map((row) => [row.id, row]))
  const changes: RowChange[] = writes.map(({ before }, place) => ({ before, after: after.get(given[place]?.id ?? '') }))
  if (refused.length === 0) await writeAudit(db, principal, resource, isNew ? 'create' : 'update', changes)
  return refused.map(({ row_id, state, rule }) => {
    const place = given.findIndex(({ id }) => id === row_id)
    return { index: writes[place]?.index ?? 0, errors: faultsOf(resource, state, rule) }
  })
}

function faultsOf(resource: Resource, state: string, rule: string): FieldError[] {
  const problem = toProblemError({ code: state, constraint: rule, table: resource.table }, resource)
  if (problem instanceof ProblemError && problem.errors !== undefined) {
    return problem.errors.map((error) => ({ ...error, path: error.path.replace(/^body\./, '') }))
  }
  throw problem
}

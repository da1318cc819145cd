import { initialState, type Resource, writable } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Principal } from '../../principal.ts'
import { ProblemError } from '../../problem-error.ts'
import { type RowChange, writeAudit } from '../audit.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from '../columns.ts'
import { toProblemError } from '../database-errors.ts'
import type { Line } from './read-line.ts'

/** Rows that go to the database at a time. */
const PORTION = 500

/** What is written of a line: what becomes of its row, and what the database finds wrong with that. */
type Changed = Pick<Line, 'id' | 'existing' | 'changes' | 'faults'>

/** The same of a row that is there. */
export type WrittenLine = Changed & { id: string }

interface Failure {
  row_id: string
  state: string
  rule: string
}

/** Gives every new row its id, as the database makes them. */
export async function giveIds(db: Transaction, lines: readonly Line[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT uuidv7()::text AS id FROM generate_series(1, ${lines.length}::int)`.execute(db)
  for (const [index, line] of lines.entries()) line.id = rows[index]?.id
}

/** Makes new rows. A row that others of the file refer to goes before them. */
export async function insertLines(
  db: Transaction,
  principal: Principal,
  resource: Resource,
  lines: readonly Line[],
  onDone: (count: number) => void,
): Promise<void> {
  const names = Object.keys(writable(resource.fields, true))
  const state = Object.entries(initialState(resource)).map(([name, value]) => [toColumn(name), value])
  const stamps = { ...Object.fromEntries(state), created_by: principal.userId, updated_by: principal.userId }
  const columns = [...names.map(toColumn), ...Object.keys(stamps)]
  const toGiven = (line: Line) => ({
    id: line.id,
    ...Object.fromEntries(names.map((name) => [toColumn(name), line.values[name]])),
    ...stamps,
  })
  for (const portion of portionsOf(parentsFirst(resource, lines))) {
    await write(db, resource, true, columns, portion, toGiven)
    onDone(portion.length)
  }
}

export async function updateLines(
  db: Transaction,
  principal: Principal,
  resource: Resource,
  lines: readonly Changed[],
  onDone: (count: number) => void,
): Promise<void> {
  const names = new Set(lines.flatMap((line) => line.changes.map((change) => toColumn(change.field))))
  const columns = [...names, 'updated_by']
  const toGiven = ({ id, changes }: Changed) => ({
    id,
    ...Object.fromEntries(changes.map(({ field, after }) => [toColumn(field), after])),
    updated_by: principal.userId,
  })
  for (const portion of portionsOf(lines)) {
    await write(db, resource, false, columns, portion, toGiven)
    onDone(portion.length)
  }
}

/** Writes the audit of all lines, with the rows as they have become. @returns those rows, by their ids */
export async function auditLines(
  db: Transaction,
  principal: Principal,
  resource: Resource,
  computed: Computed,
  lines: readonly Changed[],
): Promise<ReadonlyMap<string, ResourceRow>> {
  const all = new Map<string, ResourceRow>()
  for (const portion of portionsOf(lines)) {
    const { rows } = await sql<ResourceRow>`
      SELECT ${selectList(resource, computed)} FROM ${sql.table(resource.table)}
      WHERE id = ANY(${portion.map((line) => line.id)}::uuid[])
    `.execute(db)
    for (const row of rows) all.set(row.id, toRow(row))
    const changes: RowChange[] = portion.map(({ id, existing }) => ({ before: existing, after: all.get(id ?? '') }))
    const [made, changed] = [changes.filter(({ before }) => !before), changes.filter(({ before }) => before)]
    await writeAudit(db, principal, resource, 'create', made)
    await writeAudit(db, principal, resource, 'update', changed)
  }
  return all
}

async function write<L extends Changed>(
  db: Transaction,
  resource: Resource,
  isNew: boolean,
  columns: string[],
  lines: readonly L[],
  toGiven: (line: L) => object,
): Promise<void> {
  const { rows } = await sql<Failure>`
    SELECT * FROM write_rows(${resource.table}::regclass, ${isNew}, ${columns}, ${JSON.stringify(lines.map(toGiven))}::jsonb)
  `.execute(db)
  for (const failure of rows) {
    const line = lines.find(({ id }) => id === failure.row_id)
    for (const { path, code, message } of faultsOf(resource, failure))
      line?.faults.add(path, { code, words: () => message })
  }
}

/** What the database has refused, as faults of the columns that it is about. */
function faultsOf(resource: Resource, { state, rule }: Failure) {
  const problem = toProblemError({ code: state, constraint: rule, table: resource.table }, resource)
  if (problem instanceof ProblemError && problem.errors !== undefined) {
    return problem.errors.map((error) => ({ ...error, path: error.path.replace(/^body\./, '') }))
  }
  return [{ path: '', code: 'refused', message: t('server.databaseRefusesRow', { state: rule || state }) }]
}

/** In an order in which each line comes after the line it refers to; the lines of a circle come as they are. */
function parentsFirst({ name, fields }: Resource, lines: readonly Line[]): Line[] {
  const own = Object.keys(fields).find((key) => fields[key]?.refersTo === name)
  if (own === undefined) return [...lines]
  const byId = new Map(lines.map((line) => [line.id, line]))
  const ordered = new Set<Line>()
  for (const line of lines) {
    const chain = new Set<Line>()
    let next: Line | undefined = line
    while (next !== undefined && !ordered.has(next) && !chain.has(next)) {
      chain.add(next)
      next = byId.get(next.values[own] as string)
    }
    for (const each of [...chain].reverse()) ordered.add(each)
  }
  return [...ordered]
}

function* portionsOf<L>(lines: readonly L[]): Generator<L[]> {
  for (let start = 0; start < lines.length; start += PORTION) yield lines.slice(start, start + PORTION)
}

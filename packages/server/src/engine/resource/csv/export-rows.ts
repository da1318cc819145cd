import { codeField, type Resource, tableColumns } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { Behaviour, ExtraColumns } from '../behaviour.ts'
import { selectList, toColumn } from '../columns.ts'
import { confidentialFields } from '../confidential.ts'
import { type ListRequest, matchesOf, rowsOf } from '../list-rows.ts'
import { type Cell, textCell, toCell } from './cell.ts'

/** Rows that are held at a time. */
const PORTION = 500

type Values = Record<string, unknown>

interface ExportParts {
  resources: readonly Resource[]
  behaviour: Pick<Behaviour, 'disclosed'>
  /** Columns that are no fields. */
  extra: ExtraColumns | undefined
}

/** The rows of a list, portion by portion; the first has the names of the columns. */
export async function* exportRows(
  db: Transaction,
  request: ListRequest,
  { resources, behaviour, extra }: ExportParts,
): AsyncGenerator<Cell[][]> {
  const { fields } = request.resource
  const hidden = await hiddenColumns(db, request, behaviour)
  const columns = tableColumns(fields).filter((name) => !hidden.includes(name))
  const more = (await extra?.export(db, request)) ?? { columns: [], cellsOf: async () => new Map<string, Cell[]>() }
  yield [[...columns, ...more.columns].map(textCell)]
  const statement = rowsOf(
    request,
    sql`${selectList(request.resource, request.computed)}, ${codes(request, resources)}`,
  )
  await sql`DECLARE exported NO SCROLL CURSOR FOR ${statement}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ id: string; codes: Values } & Values>`
      FETCH ${sql.lit(PORTION)} FROM exported`.execute(db)
    if (rows.length === 0) return
    const cells = await more.cellsOf(rows.map(({ id }) => id))
    yield rows.map((row) => [
      ...columns.map((name) => toCell(fields[name], row.codes[name] ?? row[name])),
      ...(cells.get(row.id) ?? []),
    ])
  }
}

/** Confidential columns of which no row is disclosed: an empty column would say that there is nothing, and be imported so. */
async function hiddenColumns(
  db: Transaction,
  request: ListRequest,
  { disclosed = {} }: Pick<Behaviour, 'disclosed'>,
): Promise<string[]> {
  const names = confidentialFields(request.resource)
  const condition = disclosed[request.resource.name]
  if (names.length === 0 || condition === undefined) return []
  const { rows } = await sql<{ some: boolean }>`
    SELECT coalesce(current_setting('packhouse.costs', true) = 'all', false)
      OR EXISTS (SELECT FROM (${matchesOf(request, sql`(${condition}) AS seen`)}) AS listed WHERE seen) AS some
  `.execute(db)
  return rows[0]?.some === true ? [] : names
}

/**
 * An object with the code of every row that is referred to, by field. A deleted one is reported by its id: its code may have
 * gone to another.
 */
function codes({ resource }: ListRequest, resources: readonly Resource[]): RawBuilder<unknown> {
  const pairs = Object.entries(resource.fields).flatMap(([name, { refersTo }]) => {
    const target = resources.find((other) => other.name === refersTo)
    const code = target && codeField(target)
    if (target === undefined || code === undefined) return []
    const own = sql.ref(`${resource.table}.${toColumn(name)}`)
    const alive = target.traits.softDelete ? sql`AND target.deleted_at IS NULL` : sql``
    const value = sql`(SELECT ${sql.ref(`target.${toColumn(code)}`)} FROM ${sql.table(target.table)} target WHERE target.id = ${own} ${alive})`
    return [sql`${sql.lit(name)}, ${value}`]
  })
  return sql`jsonb_build_object(${sql.join(pairs)}) AS codes`
}

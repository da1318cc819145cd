import { codeField, type Resource } from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import type { ExtraColumns } from '../behaviour.ts'
import { selectList, toColumn } from '../columns.ts'
import { type ListRequest, rowsOf } from '../list-rows.ts'
import { type Cell, columnsOf, textCell, toCell } from './cell.ts'

/** Rows that are held at a time. */
const PORTION = 500

type Values = Record<string, unknown>

/** The rows of a list, portion by portion; the first has the names of the columns. @param extra columns that are no fields */
export async function* exportRows(
  db: Transaction,
  request: ListRequest,
  resources: readonly Resource[],
  extra?: ExtraColumns,
): AsyncGenerator<Cell[][]> {
  const { fields } = request.resource
  const columns = columnsOf(fields)
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

import type { PageQuery } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../platform/database.ts'
import { refusedCursor } from './cursors.ts'
import { conditionsBehind, orderBy, type Position, positionColumn, type SortKey } from './keyset.ts'

/** What a list is read from. */
export interface Listed {
  select: RawBuilder<unknown>
  /** Tables and joins. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  keys: readonly SortKey[]
}

export interface ReadPage<Row> {
  rows: Row[]
  /** The position of the last row where others follow, before the server encrypts it. */
  next: string | null
}

/** A row and its position, under a name that no column has. */
export type Positioned<Row> = Row & { listPosition: Position }

const positionSchema = z.array(z.string().nullable())

/** One page of a list: that of a number, or the rows behind `after`. */
export async function readPage<Row extends object>(
  db: Transaction,
  listed: Listed,
  { page, pageSize, after }: PageQuery,
): Promise<ReadPage<Row>> {
  const read = (limit: number, offset: number, condition = sql`true`) =>
    readRows<Row>(db, listed, condition, sql`LIMIT ${limit} OFFSET ${offset}`)
  const rows =
    after === undefined
      ? await read(pageSize + 1, (page - 1) * pageSize)
      : await readBehind(listed.keys, { pageSize, after }, (behind, limit) => read(limit, 0, behind))
  return toPage(rows, pageSize)
}

async function readRows<Row>(
  db: Transaction,
  { select, from, where, keys }: Listed,
  condition: RawBuilder<unknown>,
  window: RawBuilder<unknown>,
): Promise<Positioned<Row>[]> {
  const { rows } = await sql<Positioned<Row>>`
    SELECT ${select}, ${positionColumn(keys)} FROM ${from} WHERE ${where} AND ${condition} ORDER BY ${orderBy(keys)} ${window}
  `.execute(db)
  return rows
}

/** Reads the rows of a page behind a position, and one more: stretch by stretch, until there are enough. */
export async function readBehind<Row>(
  keys: readonly SortKey[],
  { pageSize, after }: { pageSize: number; after: string },
  readStretch: (behind: RawBuilder<unknown>, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const behind of conditionsBehind(keys, readPosition(keys, after))) {
    rows.push(...(await readStretch(behind, pageSize + 1 - rows.length)))
    if (rows.length > pageSize) break
  }
  return rows
}

/** @throws ProblemError `invalid_request` where it is of other keys: those of another release */
export function readPosition(keys: readonly SortKey[], after: string): Position {
  const position = positionSchema.parse(JSON.parse(after))
  if (position.length !== keys.length) throw refusedCursor('other_list', t('server.cursorOfOtherList'))
  return position
}

/** A page out of the rows that were read for it: one row more than it has tells whether others follow. */
export function toPage<Row extends object>(read: readonly Positioned<Row>[], pageSize: number): ReadPage<Row> {
  const shown = read.slice(0, pageSize)
  const last = shown.at(-1)
  const next = read.length > pageSize && last !== undefined ? JSON.stringify(last.listPosition) : null
  return { rows: shown.map(({ listPosition: _, ...row }) => row as unknown as Row), next }
}

import { type Resource, type UniqueKey, uniqueKeys } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database.ts'
import { type Computed, type ResourceRow, selectList, toColumn, toRow } from '../columns.ts'
import { foldedTexts } from '../folded-texts.ts'
import { ofParent, type Parent } from '../rows.ts'
import type { Line } from './read-line.ts'

/** Stands between the values of a key of several fields. */
const BETWEEN = '\u001f'

export interface Matching {
  resource: Resource
  computed: Computed
  parent: Parent
}

/**
 * Finds the row that each line is about, by its id or else by what must be unique, and locks it until the
 * transaction ends. Two lines must not be about the same row, nor make two that are not allowed beside each other.
 */
export async function matchRows(db: Transaction, matching: Matching, lines: readonly Line[]): Promise<void> {
  await matchById(db, matching, lines)
  for (const key of uniqueKeys(matching.resource)) await matchByKey(db, matching, lines, key)
  refuseSame(lines, 'id', (line) => line.existing?.id)
}

async function matchById(db: Transaction, matching: Matching, lines: readonly Line[]): Promise<void> {
  const named = lines.filter((line) => line.id !== undefined)
  const ids = named.map((line) => line.id ?? '')
  const rows = await lock(db, matching, sql`id`, ids)
  for (const line of named) {
    line.existing = rows.get(line.id ?? '')
    if (line.existing !== undefined) continue
    line.faults.add('id', {
      code: 'not_found',
      words: () => t('server.noSuchRow', { noun: declared(matching.resource.noun[0]) }),
    })
  }
}

async function matchByKey(
  db: Transaction,
  matching: Matching,
  lines: readonly Line[],
  { fields: key, emptyIsValue }: UniqueKey,
): Promise<void> {
  const mayLack = (name: string) => emptyIsValue && matching.resource.fields[name]?.required === false
  const isWhole = (line: Line) => key.every((name) => line.values[name] !== undefined || mayLack(name))
  const texts = await foldedTexts(
    db,
    lines.filter(isWhole).map((line) => keyText(line, key)),
  )
  const textOf = (line: Line) => (isWhole(line) ? texts.get(keyText(line, key)) : undefined)
  const open = lines.filter((line) => line.id === undefined && textOf(line) !== undefined)
  const column = sql.join(
    key.map((name) => (emptyIsValue ? sql`coalesce(${folded(name)}, '')` : folded(name))),
    sql` || ${sql.lit(BETWEEN)} || `,
  )
  const wanted = open.map((line) => textOf(line) ?? '')
  const rows = await lock(db, matching, column, wanted)
  refuseSame(lines, key.at(-1) ?? 'id', textOf)
  for (const line of open) {
    line.existing = rows.get(textOf(line) ?? '')
    line.id = line.existing?.id
  }
}

/** Refuses each line that has the text of an earlier one. */
function refuseSame(lines: readonly Line[], path: string, textOf: (line: Line) => string | undefined): void {
  const taken = new Map<string, number>()
  for (const line of lines) {
    const text = textOf(line)
    const earlier = text === undefined ? undefined : taken.get(text)
    if (text === undefined || line.faults.pathOf('duplicate') !== undefined) continue
    if (earlier === undefined) taken.set(text, line.line)
    else line.faults.add(path, { code: 'duplicate', words: () => t('server.sameRowAsLine', { line: earlier }) })
  }
}

function keyText(line: Line, key: readonly string[]): string {
  return key.map((name) => String(line.values[name] ?? '')).join(BETWEEN)
}

function folded(name: string): RawBuilder<unknown> {
  return sql`fold_case(${sql.ref(toColumn(name))}::text)`
}

/** The living rows with one of the texts in the column, by it. */
async function lock(
  db: Transaction,
  { resource, computed, parent }: Matching,
  column: RawBuilder<unknown>,
  texts: readonly string[],
): Promise<Map<string, ResourceRow>> {
  if (texts.length === 0) return new Map()
  const alive = resource.traits.softDelete ? [sql`deleted_at IS NULL`] : []
  const wanted = [sql`${column} = ANY(${texts})`, ...alive, ...ofParent(parent)]
  const { rows } = await sql<Record<string, unknown> & { matched: string }>`
    SELECT ${selectList(resource, computed)}, ${column}::text AS matched FROM ${sql.table(resource.table)}
    WHERE ${sql.join(wanted, sql` AND `)} ORDER BY id FOR NO KEY UPDATE
  `.execute(db)
  return new Map(rows.map(({ matched, ...row }) => [matched, toRow(row)]))
}

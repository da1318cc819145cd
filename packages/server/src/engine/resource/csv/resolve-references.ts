import { codeField, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../../platform/database.ts'
import { toColumn } from '../columns.ts'
import type { Line } from './read-line.ts'

/** Ids by what is in a cell: an id, or a code in whatever case. */
type Found = Map<string, string>

/**
 * Puts ids for the codes of what is referred to. What is deleted or outside the row scope is not found; what is found stays
 * until the transaction ends.
 * @param names of the fields to resolve
 * @param fresh ids that rows of this file will have, by code
 */
export async function resolveReferences(
  db: Transaction,
  resource: Resource,
  resources: readonly Resource[],
  lines: readonly Line[],
  names: readonly string[],
  fresh: Found = new Map(),
): Promise<void> {
  for (const name of names) {
    const target = resources.find((other) => other.name === resource.fields[name]?.refersTo)
    const using = lines.filter((line) => line.values[name] !== undefined)
    const found = target && (await find(db, target, [...new Set(using.map((line) => String(line.values[name])))]))
    for (const line of using) {
      const text = String(line.values[name])
      const id = found === undefined ? uuidIn(text) : (found.get(text) ?? found.get(text.toLowerCase()))
      if (id === undefined && !fresh.has(text.toLowerCase())) refuse(line, name, target)
      else line.values[name] = id ?? fresh.get(text.toLowerCase())
    }
  }
}

async function find(db: Transaction, target: Resource, texts: string[]): Promise<Found> {
  const code = codeField(target)
  const ids = texts.map(uuidIn).filter((id) => id !== undefined)
  const column = sql.ref(toColumn(code ?? 'id'))
  const byCode =
    code === undefined ? sql`false` : sql`lower(${column}) = ANY(${texts.map((text) => text.toLowerCase())})`
  const alive = target.traits.softDelete ? sql`AND deleted_at IS NULL` : sql``
  const { rows } = await sql<{ id: string; code: string }>`
    SELECT id, ${column}::text AS code FROM ${sql.table(target.table)}
    WHERE (id = ANY(${ids}::uuid[]) OR ${byCode}) ${alive} FOR KEY SHARE
  `.execute(db)
  const found: Found = new Map(rows.map((row) => [row.id, row.id]))
  for (const row of rows) found.set(row.code.toLowerCase(), row.id)
  // Where codes differ by case alone, the one written just so is meant.
  for (const row of rows) found.set(row.code, row.id)
  return found
}

function refuse(line: Line, name: string, target: Resource | undefined): void {
  const code = target && codeField(target)
  const message = t('server.mustBeReference', {
    code: code ?? 'none',
    noun: target === undefined ? t('server.entry') : declared(target.noun[0]),
  })
  line.errors.push({ path: name, code: 'reference', message })
  delete line.values[name]
}

function uuidIn(text: string): string | undefined {
  return z.uuid().safeParse(text).success ? text.toLowerCase() : undefined
}

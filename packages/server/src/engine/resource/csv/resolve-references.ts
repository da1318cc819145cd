import { codeField, foldCase, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../../platform/database.ts'
import { Turns } from '../../../platform/turns.ts'
import type { Fault } from '../../fault-list.ts'
import { toColumn } from '../columns.ts'
import type { Line } from './read-line.ts'

/** Rows that one cell may mean; the first found by id, code or name decides. */
interface Found {
  id: string
  code: string | null
}

const uuid = z.uuid()
const UUID_LENGTH = 36

/** What cells mean, by their text. */
type Meanings = Map<string, Found[]>

/**
 * Puts ids, or codes, for what cells say of other rows: an id, a code or a name, in whatever case. What is deleted or outside the row scope is
 * not found; what is found stays until the transaction ends.
 * @param names of the fields to resolve
 * @param fresh ids that rows of this file will have, by code or name, folded
 */
export async function resolveReferences(
  db: Transaction,
  resource: Resource,
  resources: readonly Resource[],
  lines: readonly Line[],
  names: readonly string[],
  fresh: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const turns = new Turns()
  for (const name of names) {
    const entry = resource.fields[name]
    const target = resources.find((other) => other.name === (entry?.codeOf ?? entry?.refersTo))
    const using = lines.filter((line) => line.values[name] !== undefined)
    const found = target && (await find(db, target, [...new Set(using.map((line) => String(line.values[name])))]))
    for (const line of using) {
      if (turns.isDue) await turns.next()
      const text = String(line.values[name])
      const rows = found?.get(text) ?? []
      const [row, another] = rows
      if (another !== undefined && target !== undefined) refuse(line, name, ambiguous(target, rows.length))
      else if (entry?.codeOf !== undefined) {
        // Whether there may be a code that no row has is for the database to say.
        const code = entry.schema.safeParse(row?.code ?? text)
        if (code.success) line.values[name] = code.data
        else refuse(line, name, unknown(target))
      } else {
        const id = row?.id ?? (target === undefined ? uuidIn(text) : fresh.get(foldCase(text)))
        if (id === undefined) refuse(line, name, unknown(target))
        else line.values[name] = id
      }
    }
  }
}

/** Each text with the rows it means: those of its id, else of its code, else of its name. */
async function find(db: Transaction, target: Resource, texts: string[]): Promise<Meanings> {
  const code = codeField(target)
  const table = sql.table(target.table)
  const codeColumn = code === undefined ? sql`NULL::text` : sql`target.${sql.ref(toColumn(code))}::text`
  const nameColumn = sql`target.${sql.ref(toColumn(target.label))}::text`
  const alive = target.traits.softDelete ? sql`WHERE target.deleted_at IS NULL` : sql``
  const ids = texts.filter((text) => uuidIn(text) !== undefined)
  // A join for each, so that each of them is by equality: files have thousands of texts, tables thousands of rows.
  const { rows } = await sql<Found & { text: string; rank: number }>`
    WITH wanted AS (SELECT text, fold_case(text) AS folded FROM unnest(${texts}::text[]) AS given (text)),
    meant AS (
      SELECT text, text::uuid AS id, 0 AS rank FROM unnest(${ids}::text[]) AS given (text)
      UNION ALL
      SELECT text, target.id, CASE WHEN ${codeColumn} = text THEN 1 ELSE 2 END
      FROM wanted JOIN ${table} AS target ON fold_case(${codeColumn}) = folded ${alive}
      UNION ALL
      SELECT text, target.id, 3 FROM wanted JOIN ${table} AS target ON fold_case(${nameColumn}) = folded ${alive})
    SELECT target.id, ${codeColumn} AS code, meant.text, meant.rank
    FROM meant JOIN ${table} AS target ON target.id = meant.id ${alive}
    ORDER BY meant.rank FOR KEY SHARE OF target
  `.execute(db)
  const meanings: Meanings = new Map()
  const ranks = new Map<string, number>()
  for (const { text, rank, ...row } of rows) {
    if (rank > (ranks.get(text) ?? rank)) continue
    ranks.set(text, rank)
    const before = meanings.get(text)
    if (before === undefined) meanings.set(text, [row])
    else before.push(row)
  }
  return meanings
}

function refuse(line: Line, name: string, fault: Fault): void {
  line.faults.add(name, fault)
  delete line.values[name]
}

function unknown(target: Resource | undefined): Fault {
  const words = () => {
    const noun = target === undefined ? t('server.entry') : declared(target.noun[0])
    const hasCode = target !== undefined && codeField(target) !== undefined
    return hasCode ? t('server.isNoCodeOrName', { noun }) : t('server.isNoNameOrId', { noun })
  }
  return { code: 'reference', words }
}

function ambiguous(target: Resource, count: number): Fault {
  const words = () => {
    const nouns = declared(target.noun[1])
    return codeField(target) === undefined
      ? t('server.severalHaveNameUseId', { count, nouns })
      : t('server.severalHaveNameUseCode', { count, nouns })
  }
  return { code: 'reference', words }
}

function uuidIn(text: string): string | undefined {
  return text.length === UUID_LENGTH && uuid.safeParse(text).success ? text.toLowerCase() : undefined
}

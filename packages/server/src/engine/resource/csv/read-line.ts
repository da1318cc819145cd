import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Field, FieldChange, FieldError, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { z } from 'zod'
import type { ExtraColumns } from '../behaviour.ts'
import type { ResourceRow } from '../columns.ts'
import type { Values } from '../rows.ts'
import { toList } from './cell.ts'
import type { FileLine, ImportFile } from './parse-file.ts'

/** Lines after which other requests get their turn. */
const TURN = 200
/** Longer than any field may be; what is longer is not even looked at. */
const LONGEST_CELL = 20_000

/** One row of a file on its way into the database. */
export interface Line {
  line: number
  /** Values of the cells that hold something. A reference is what is in the cell until it has been resolved. */
  values: Values
  /** Columns whose cell is empty. */
  empty: string[]
  errors: FieldError[]
  /** Of the row that is changed, or of the one that is made. */
  id: string | undefined
  existing: ResourceRow | undefined
  /** What becomes of the row that is there. */
  changes: FieldChange[]
  /** Cells of columns that are no fields, and what becomes of what they mean. */
  extra: Record<string, string>
  extraChanges: FieldChange[]
}

/** Reads the cells of every row as values of their fields. What the server sets is passed over. */
export async function readLines(
  { columns, lines }: ImportFile,
  { fields }: Resource,
  extra?: ExtraColumns,
): Promise<Line[]> {
  const read = columns.filter((name) => name !== 'id' && fields[name]?.readOnly !== true)
  const more = columns.filter((name) => extra?.has(name))
  const result: Line[] = []
  for (const given of lines) {
    const line = readLine(given, read, fields)
    for (const name of more) line.extra[name] = given.cells[name] ?? ''
    result.push(line)
    if (result.length % TURN === 0) await nextTurn()
  }
  return result
}

function readLine({ line, cells, errors }: FileLine, columns: string[], fields: Record<string, Field>): Line {
  const result: Line = {
    line,
    values: {},
    empty: [],
    errors: [...errors],
    id: undefined,
    existing: undefined,
    changes: [],
    extra: {},
    extraChanges: [],
  }
  if (errors.length > 0) return result
  readId(result, cells.id ?? '')
  for (const name of columns) {
    const entry = fields[name]
    const text = cells[name] ?? ''
    if (entry === undefined) continue
    if (text === '') result.empty.push(name)
    else readValue(result, name, entry, text)
  }
  return result
}

function readId(line: Line, text: string): void {
  if (text === '') return
  if (z.uuid().safeParse(text).success) line.id = text.toLowerCase()
  else line.errors.push({ path: 'id', code: 'invalid_format', message: t('server.mustBeIdOrEmpty') })
}

function readValue(line: Line, name: string, entry: Field, text: string): void {
  if (text.length > LONGEST_CELL) {
    const message = t('server.cellTooLong', { most: LONGEST_CELL })
    line.errors.push({ path: name, code: 'too_big', message })
    return
  }
  if (entry.kind === 'reference') {
    line.values[name] = text
    return
  }
  const parsed = entry.schema.safeParse(fromText(entry, text))
  if (parsed.success) line.values[name] = parsed.data
  else line.errors.push(...parsed.error.issues.map(({ code, message }) => ({ path: name, code, message })))
}

/** The text of a cell as the kind of value that its field has, or as it is where it does not look like one. */
function fromText(entry: Field, text: string): unknown {
  if (entry.kind === 'list') return toList(text)
  if (entry.kind === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  const isNumber = entry.kind === 'integer' || entry.schema instanceof z.ZodNumber
  return isNumber && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Field, FieldChange, FieldError, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { z } from 'zod'
import type { ExtraColumns } from '../behaviour.ts'
import type { ResourceRow } from '../columns.ts'
import type { Values } from '../rows.ts'
import { toList } from './cell.ts'
import { isNumeric, type NumberSigns } from './number-signs.ts'
import type { FileLine, ImportFile } from './parse-file.ts'
import { plainWord } from './plain-word.ts'
import { faultOf } from './sheet-faults.ts'

/** Lines after which other requests get their turn. */
const TURN = 200
/** Longer than any field may be; what is longer is not even looked at. */
const LONGEST_CELL = 20_000

/** One row of a file on its way into the database. */
export interface Line {
  line: number
  /** The texts it was read from, by field. */
  cells: Readonly<Record<string, string>>
  /** Values of the cells that hold something. A reference, or the code of another row, is what is in the cell until it has been resolved. */
  values: Values
  /** Columns whose cell is empty. */
  empty: string[]
  errors: FieldError[]
  /** Of the row that is changed, or of the one that is made. */
  id: string | undefined
  existing: ResourceRow | undefined
  /** What becomes of the row that is there. */
  changes: FieldChange[]
  /** The text of a cell as a plain number, or unchanged if it is not a number; a fault if it can be read in two ways. */
  numberIn: (column: string, text: string) => string | FieldError
  /** Cells of columns that are no fields, and what becomes of what they mean. */
  extra: Record<string, string>
  extraChanges: FieldChange[]
}

/** Reads the cells of every row as values of their fields. What the server sets is passed over. */
export async function readLines(
  { columns, lines, signs, words }: ImportFile,
  { fields }: Resource,
  extra?: ExtraColumns,
): Promise<Line[]> {
  const read = columns.filter((name) => name !== 'id' && fields[name]?.readOnly !== true)
  const more = columns.filter((name) => extra?.has(name))
  const result: Line[] = []
  for (const given of lines) {
    const line = readLine(given, read, fields, { signs, words })
    for (const name of more) {
      const text = given.cells[name] ?? ''
      line.extra[name] = text
      const fault = faultOf(text, given.unread.get(name))
      if (fault !== undefined) line.errors.push({ path: name, ...fault })
    }
    result.push(line)
    if (result.length % TURN === 0) await nextTurn()
  }
  return result
}

function readLine(
  given: FileLine,
  columns: string[],
  fields: Record<string, Field>,
  { signs, words }: { signs: NumberSigns; words: ImportFile['words'] },
): Line {
  const { line, cells, errors } = given
  const result: Line = {
    line,
    cells,
    values: {},
    empty: [],
    errors: [...errors],
    id: undefined,
    existing: undefined,
    changes: [],
    numberIn: (column, text) => signs.read(given, column, text),
    extra: {},
    extraChanges: [],
  }
  if (errors.length > 0) return result
  readId(result, cells.id ?? '')
  for (const name of columns) {
    const entry = fields[name]
    const text = cells[name]
    // A column that only mended cells have says nothing of the other lines.
    if (entry === undefined || text === undefined) continue
    const fault = faultOf(text, given.unread.get(name))
    if (fault !== undefined) result.errors.push({ path: name, ...fault })
    else if (text === '') result.empty.push(name)
    else readValue(result, name, entry, valueOfWord(words[name], text))
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
  if (entry.kind === 'reference' || entry.codeOf !== undefined) {
    line.values[name] = text
    return
  }
  const number = isNumeric(entry) ? line.numberIn(name, text) : text
  if (typeof number !== 'string') {
    line.errors.push(number)
    return
  }
  const parsed = entry.schema.safeParse(fromText(entry, number))
  if (parsed.success) line.values[name] = parsed.data
  else
    line.errors.push(
      ...parsed.error.issues.map(({ code, message }) => ({ path: name, code, message: declared(message) })),
    )
}

/** The value that a word of the sender stands for, whatever its case and punctuation; or the text itself. */
function valueOfWord(words: Readonly<Record<string, string>> | undefined, text: string): string {
  if (words === undefined) return text
  return Object.entries(words).find(([word]) => plainWord(word) === plainWord(text))?.[1] ?? text
}

/** The text of a cell as the kind of value that its field has, or as it is where it does not look like one. */
function fromText(entry: Field, text: string): unknown {
  if (entry.kind === 'list') return toList(text)
  if (entry.kind === 'boolean') return truthOf(text) ?? text
  if (entry.choices !== undefined) return choiceOf(entry.choices, text) ?? text
  const isNumber = entry.kind === 'integer' || entry.schema instanceof z.ZodNumber
  return isNumber && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

/** Yes or no as programs and people write it, in English and in the language of the reader. */
function truthOf(text: string): boolean | undefined {
  const plain = plainWord(text)
  if (['true', 'yes', '1', plainWord(t('general.yes')), plainWord(t('server.trueInSheets'))].includes(plain))
    return true
  if (['false', 'no', '0', plainWord(t('resource.no')), plainWord(t('server.falseInSheets'))].includes(plain))
    return false
  return undefined
}

/** A choice by its value or its word, whatever the case and punctuation. */
function choiceOf(choices: readonly string[], text: string): string | undefined {
  const plain = plainWord(text)
  return (
    choices.find((choice) => choice === text) ??
    choices.find((choice) => [choice, declared(choice)].some((word) => plainWord(word) === plain))
  )
}

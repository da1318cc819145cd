import { type Field, type FieldChange, MAX_MENDABLE_LINES, type Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { z } from 'zod'
import { Turns } from '../../../platform/turns.ts'
import { type Fault, FaultList } from '../../fault-list.ts'
import type { ExtraColumns } from '../behaviour.ts'
import type { ResourceRow } from '../columns.ts'
import type { Values } from '../rows.ts'
import { toList } from './cell.ts'
import { CellWords } from './cell-words.ts'
import { isNumeric, type NumberSigns } from './number-signs.ts'
import type { FileLine, ImportFile } from './parse-file.ts'
import { faultOf } from './sheet-faults.ts'

/** Longer than any field may be; what is longer is not even looked at. */
const LONGEST_CELL = 20_000
/** The same of a cell with values of many fields. */
const LONGEST_EXTRA = 100_000

const uuid = z.uuid()

/** One row of a file on its way into the database. */
export interface Line {
  line: number
  /** The texts it was read from, by field. */
  cells: Readonly<Record<string, string>>
  /** Values of the cells that hold something. A reference, or the code of another row, is what is in the cell until it has been resolved. */
  values: Values
  /** Columns whose cell is empty. */
  empty: string[]
  faults: FaultList
  /** Of the row that is changed, or of the one that is made. */
  id: string | undefined
  existing: ResourceRow | undefined
  /** What becomes of the row that is there. */
  changes: FieldChange[]
  /** The text of a cell as a plain number, or unchanged if it is not a number; a fault if it can be read in two ways. */
  numberIn: (column: string, text: string) => string | Fault
  /** Cells of columns that are no fields, and what becomes of what they mean. */
  extra: Record<string, string>
  extraChanges: FieldChange[]
}

/**
 * Reads the cells of every row as values of their fields. What the server sets is passed over. Faults are listed of the first faulty lines alone:
 * a file can have a million.
 */
export async function readLines(file: ImportFile, { fields }: Resource, extra?: ExtraColumns): Promise<Line[]> {
  const read = file.columns.filter((name) => name !== 'id' && fields[name]?.readOnly !== true)
  const more = file.columns.filter((name) => extra?.has(name))
  const words = new CellWords(fields, file.words)
  const turns = new Turns()
  const result: Line[] = []
  let listed = 0
  const mayList = () => ++listed <= MAX_MENDABLE_LINES
  for (const given of file.lines) {
    if (turns.isDue) await turns.next()
    const line = startLine(given, file.signs, new FaultList(mayList))
    if (given.miscounted === undefined) readCells(line, given, read, fields, words)
    for (const name of more) readExtra(line, given, name)
    result.push(line)
  }
  return result
}

function startLine(given: FileLine, signs: NumberSigns, faults: FaultList): Line {
  const { line, cells, miscounted } = given
  if (miscounted !== undefined) {
    faults.add('', { code: 'cells', words: () => t('server.wrongNumberOfCells', miscounted) })
  }
  return {
    line,
    cells,
    values: {},
    empty: [],
    faults,
    id: undefined,
    existing: undefined,
    changes: [],
    numberIn: (column, text) => signs.read(given, column, text),
    extra: {},
    extraChanges: [],
  }
}

function readCells(
  line: Line,
  { cells, unread }: FileLine,
  columns: readonly string[],
  fields: Record<string, Field>,
  words: CellWords,
): void {
  readId(line, cells.id ?? '')
  for (const name of columns) {
    const entry = fields[name]
    const text = cells[name]
    // A column that only mended cells have says nothing of the other lines.
    if (entry === undefined || text === undefined) continue
    const fault = faultOf(text, unread.get(name))
    if (fault !== undefined) line.faults.add(name, fault)
    else if (text === '') line.empty.push(name)
    else readValue(line, name, entry, words.valueOf(name, text), words)
  }
}

function readExtra(line: Line, { cells, unread }: FileLine, name: string): void {
  const text = cells[name] ?? ''
  const fault = text.length > LONGEST_EXTRA ? tooLong(LONGEST_EXTRA) : faultOf(text, unread.get(name))
  if (fault === undefined) line.extra[name] = text
  else line.faults.add(name, fault)
}

function readId(line: Line, text: string): void {
  if (text === '') return
  if (uuid.safeParse(text).success) line.id = text.toLowerCase()
  else line.faults.add('id', { code: 'invalid_format', words: () => t('server.mustBeIdOrEmpty') })
}

function readValue(line: Line, name: string, entry: Field, text: string, words: CellWords): void {
  if (text.length > LONGEST_CELL) {
    line.faults.add(name, tooLong(LONGEST_CELL))
    return
  }
  if (entry.kind === 'reference' || entry.codeOf !== undefined) {
    line.values[name] = text
    return
  }
  const number = isNumeric(entry) ? line.numberIn(name, text) : text
  if (typeof number !== 'string') {
    line.faults.add(name, number)
    return
  }
  const parsed = entry.schema.safeParse(fromText(name, entry, number, words))
  if (parsed.success) line.values[name] = parsed.data
  else
    for (const { code, message } of parsed.error.issues) line.faults.add(name, { code, words: () => declared(message) })
}

function tooLong(most: number): Fault {
  return { code: 'too_big', words: () => t('server.cellTooLong', { most }) }
}

/** The text of a cell as the kind of value that its field has, or as it is where it does not look like one. */
function fromText(name: string, entry: Field, text: string, words: CellWords): unknown {
  if (entry.kind === 'list') return toList(text)
  if (entry.kind === 'boolean') return words.truthOf(text) ?? text
  if (entry.choices !== undefined) return words.choiceOf(name, entry.choices, text) ?? text
  const isNumber = entry.kind === 'integer' || entry.schema instanceof z.ZodNumber
  return isNumber && /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

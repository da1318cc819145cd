import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { t } from '@packhouse/messages'
import { CsvError, parse } from 'csv-parse'
import { ProblemError } from '../../problem-error.ts'
import { fromCell } from './cell.ts'
import { separatorOf } from './separator.ts'

const MOST_LINES = 50_000
/** With empty ones. */
const MOST_ROWS = 250_000
/** As many as a sheet has. */
const MOST_COLUMNS = 16_384
const LONGEST_LINE = 1_000_000
const SLICE = 64 * 1024
/** Rows after which other requests get their turn. */
const TURN = 500

/** One row of a file. */
export interface TableLine {
  /** Where it starts, from 1. */
  line: number
  cells: string[]
  /** Whether its cells are as many as were written; a sheet has no such thing as a missing cell. */
  isExact: boolean
  /** Places of the cells that are numbers by themselves, and no texts. */
  numbers: ReadonlySet<number>
}

export interface ParsedLines {
  lines: TableLine[]
  /** The sign between the cells; a workbook has none. */
  separator: string | undefined
}

export interface TableText {
  /** A line of a workbook begins as its worker writes it, and none of its texts is saved from being a formula. */
  kind: 'csv' | 'workbook'
  /** So many cells it may have. */
  cells: number
}

const NONE: ReadonlySet<number> = new Set()

/** Takes a text apart. Rows without any text are counted, and passed over. @throws ProblemError where its quotes are wrong or it is too long */
export async function parseLines(text: string, { kind, cells: most }: TableText): Promise<ParsedLines> {
  const { sign, isDeclared } = kind === 'csv' ? separatorOf(text) : { sign: ',', isDeclared: false }
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({ bom: true, delimiter: sign, max_record_size: LONGEST_LINE, relax_column_count: true }),
  )
  const toLine = kind === 'csv' ? fromCsv : fromWorkbook
  const lines: TableLine[] = []
  let rows = 0
  let at = 1
  let count = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = toLine(record, at)
      at += 1 + record.reduce((count, cell) => count + breaksIn(cell), 0)
      rows += 1
      count += Math.max(1, line.cells.length)
      if (rows > MOST_ROWS) throw refusal(t('server.importHasTooManyEmptyRows', { most: MOST_ROWS }), 'size')
      if (line.cells.length > MOST_COLUMNS) throw tooManyColumns(line)
      if (count > most) throw refusal(t('server.tableHasTooManyCells', { most }), 'size')
      if (rows % TURN === 0) await nextTurn()
      if (isDeclared && rows === 1) continue
      if (line.cells.some((cell) => cell !== '')) lines.push(line)
      if (lines.length > MOST_LINES + 1) throw refusal(t('server.importHasTooManyRows', { most: MOST_LINES }), 'size')
    }
  } catch (error) {
    throw error instanceof CsvError ? toProblem(error) : error
  }
  if (lines.length === 0) throw refusal(t('server.importIsEmpty'), 'empty')
  return { lines, separator: kind === 'csv' ? sign : undefined }
}

function fromCsv(record: readonly string[], line: number): TableLine {
  const cells = record.map((cell) => fromCell(composed(cell)))
  return { line, cells, isExact: true, numbers: NONE }
}

/** Its first cells are the number of the row, and the kinds of all others: `n` of a number. */
function fromWorkbook([row, kinds = '', ...texts]: readonly string[]): TableLine {
  const cells = texts.map(composed)
  return { line: Number(row), cells, isExact: false, numbers: new Set(placesOf(kinds)) }
}

/** Some systems write an accent after its letter: it is one letter here, as everywhere else. */
function composed(cell: string): string {
  return cell.trim().normalize('NFC')
}

function* placesOf(kinds: string): Generator<number> {
  for (let place = kinds.indexOf('n'); place >= 0; place = kinds.indexOf('n', place + 1)) yield place
}

/** Line breaks in a cell; most have none. */
function breaksIn(cell: string): number {
  return /[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0
}

function tooManyColumns({ line }: TableLine): ProblemError {
  return refusal(t('server.lineHasTooManyColumns', { line, most: MOST_COLUMNS }), 'size', line)
}

function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += SLICE) yield text.slice(start, start + SLICE)
}

function toProblem(error: CsvError): ProblemError {
  const line = Number((error as CsvError & { lines?: number }).lines ?? 1)
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return refusal(t('server.lineTooLong', { line, most: LONGEST_LINE }), 'too_long', line)
  }
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
  const message = unclosed ? t('server.quoteNeverClosed', { line }) : t('server.quoteMisplaced', { line })
  return refusal(message, 'quote', line)
}

function refusal(message: string, code: string, line = 1): ProblemError {
  return new ProblemError('invalid_request', message, [{ path: `lines.${line}`, code, message }])
}

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { t } from '@packhouse/messages'
import { CsvError, parse } from 'csv-parse'
import { ProblemError } from '../../problem-error.ts'
import { fromCell } from './cell.ts'

const MOST_LINES = 50_000
const LONGEST_LINE = 1_000_000
const SLICE = 64 * 1024
/** Lines after which other requests get their turn. */
const TURN = 500

/** One row of a file. */
export interface TableLine {
  /** Where it starts, from 1. */
  line: number
  cells: string[]
  /** Whether its cells are as many as were written; a sheet has no such thing as a missing cell. */
  isExact: boolean
}

export interface TableText {
  /** A line of a workbook begins with the number of its row, and none of its texts is saved from being a formula. */
  kind: 'csv' | 'workbook'
  /** So many cells it may have. */
  cells: number
}

interface Parsed {
  info: { lines: number }
  record: string[]
}

/** Takes a text apart. @throws ProblemError where its quotes are wrong or it is too long */
export async function parseLines(text: string, { kind, cells: most }: TableText): Promise<TableLine[]> {
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({
      bom: true,
      delimiter: kind === 'csv' ? separatorOf(text) : ',',
      info: true,
      max_record_size: LONGEST_LINE,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }),
  )
  const toLine = kind === 'csv' ? fromCsv : fromWorkbook
  const lines: TableLine[] = []
  let count = 0
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) {
      const line = toLine(parsed)
      if (line.cells.some((cell) => cell !== '')) lines.push(line)
      count += line.cells.length
      if (lines.length > MOST_LINES + 1) throw refusal(t('server.importHasTooManyRows', { most: MOST_LINES }), 'size')
      if (count > most) throw refusal(t('server.tableHasTooManyCells', { most }), 'size')
      if (lines.length % TURN === 0) await nextTurn()
    }
  } catch (error) {
    throw error instanceof CsvError ? toProblem(error) : error
  }
  if (lines.length === 0) throw refusal(t('server.importIsEmpty'), 'empty')
  return lines
}

function fromCsv({ info, record }: Parsed): TableLine {
  const breaks = record.reduce((count, cell) => count + cell.split(/\r\n|\n|\r/).length - 1, 0)
  return { line: info.lines - breaks, cells: record.map((cell) => fromCell(cell.trim())), isExact: true }
}

function fromWorkbook({ record: [row, ...cells] }: Parsed): TableLine {
  return { line: Number(row), cells: cells.map((cell) => cell.trim()), isExact: false }
}

/** The sign that the first line has most of outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => [sign, bare.split(sign).length] as const)
  return counts.reduce((best, other) => (other[1] > best[1] ? other : best))[0]
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

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldError, Resource } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { CsvError, parse } from 'csv-parse'
import { ProblemError } from '../../problem-error.ts'
import { columnsOf, fromCell } from './cell.ts'

const MOST_LINES = 50_000
const LONGEST_LINE = 1_000_000
const SLICE = 64 * 1024
/** Lines after which other requests get their turn. */
const TURN = 500

/** One row of a file: the text of its cells by column. */
export interface FileLine {
  /** Where it starts, from 1; the first has the names of the columns. */
  line: number
  cells: Record<string, string>
  errors: FieldError[]
}

export interface ImportFile {
  columns: string[]
  lines: FileLine[]
}

interface Parsed {
  info: { lines: number }
  record: string[]
}

/** Takes a file apart. @throws ProblemError where its first line or its quotes are wrong: then no row can be trusted */
export async function parseFile(text: string, resource: Resource): Promise<ImportFile> {
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      max_record_size: LONGEST_LINE,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }),
  )
  let columns: string[] | undefined
  const lines: FileLine[] = []
  try {
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      if (columns === undefined) columns = readHeader(record, resource)
      else lines.push(toFileLine(columns, record, info.lines))
      if (lines.length > MOST_LINES) throw refusal(t('server.importHasTooManyRows', { most: MOST_LINES }), 'size')
      if (lines.length % TURN === 0) await nextTurn()
    }
  } catch (error) {
    throw error instanceof CsvError ? toProblem(error) : error
  }
  if (columns === undefined) throw refusal(t('server.importIsEmpty'), 'empty')
  return { columns, lines }
}

/** The sign that the first line has most of outside quotes. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => [sign, bare.split(sign).length] as const)
  return counts.reduce((best, other) => (other[1] > best[1] ? other : best))[0]
}

function readHeader(record: string[], { fields, noun }: Resource): string[] {
  const known = columnsOf(fields)
  const names = record.map((name) => name.trim())
  const errors = names.flatMap((name, index) => {
    const fault = known.includes(name)
      ? names.indexOf(name) < index
        ? { code: 'duplicate', message: t('server.columnThereTwice', { name }) }
        : undefined
      : { code: 'unknown', message: t('server.isNoColumn', { name: name.slice(0, 100), nouns: declared(noun[1]) }) }
    return fault === undefined ? [] : [{ path: `lines.1.column${index + 1}`, ...fault }]
  })
  if (errors.length === 0) return names
  const words = errors.map(({ path, message }) =>
    t('server.columnFault', { column: path.replace(/\D*1\.column/, ''), message }),
  )
  throw new ProblemError(
    'invalid_request',
    t('server.wrongColumns', { faults: words.join('; '), columns: known.join(', ') }),
    errors,
  )
}

function toFileLine(columns: string[], record: string[], lastLine: number): FileLine {
  const breaks = record.reduce((count, cell) => count + cell.split(/\r\n|\n|\r/).length - 1, 0)
  const cells = Object.fromEntries(columns.map((name, index) => [name, fromCell((record[index] ?? '').trim())]))
  const message = t('server.wrongNumberOfCells', { cells: record.length, columns: columns.length })
  const errors = record.length === columns.length ? [] : [{ path: '', code: 'cells', message }]
  return { line: lastLine - breaks, cells, errors }
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

import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { LineWriter, LONGEST_LINE } from './line-writer.ts'
import { separatorOf } from './separator.ts'
import { TableError } from './table-error.ts'

const SLICE = 64 * 1024

/** Takes a text apart. @throws TableError where its quotes are wrong, or it is too much */
export async function writeCsvLines(text: string, mostCells: number): Promise<{ text: string; separator: string }> {
  const { sign, isDeclared } = separatorOf(text)
  const parser = Readable.from(slicesOf(text)).pipe(
    parse({ bom: true, delimiter: sign, max_record_size: LONGEST_LINE, relax_column_count: true }),
  )
  const lines = new LineWriter(mostCells)
  let at = 1
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (isDeclared && at === 1) lines.count(cells.length, at)
      else lines.add([at, [], cells])
      at += 1 + cells.reduce((count, cell) => count + breaksIn(cell), 0)
    }
  } catch (error) {
    throw error instanceof CsvError ? toTableError(error) : error
  }
  return { text: lines.end(), separator: sign }
}

/** Line breaks in a cell; most have none. */
function breaksIn(cell: string): number {
  return /[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0
}

function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += SLICE) yield text.slice(start, start + SLICE)
}

function toTableError(error: CsvError): TableError {
  const line = Number((error as CsvError & { lines?: number }).lines ?? 1)
  if (error.code === 'CSV_MAX_RECORD_SIZE') return new TableError('too_long', line)
  return new TableError(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quote_never_closed' : 'quote_misplaced', line)
}

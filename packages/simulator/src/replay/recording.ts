import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import { UsageError } from '../usage-error.ts'
import { type ColumnMapping, locateColumns } from './column-map.ts'
import { type RecordedRow, RowError, readRow } from './row.ts'

/** Where a recording is, and how to read it. */
export interface Recording {
  file: string
  delimiter: string
  mappings: readonly ColumnMapping[]
  /** For rows without one. */
  machineID: string | undefined
}

/** Called with each row that cannot be replayed, with its line in the file, from 1. */
export type ReportFault = (line: number, reason: string) => void

/**
 * Reads a recording row by row, however long it is.
 * @throws UsageError where the file or a mapped column is not there
 */
export async function* readRecording(recording: Recording, report: ReportFault): AsyncGenerator<RecordedRow> {
  const { mappings, machineID } = recording
  let header: string[] | undefined
  let positions: number[] = []
  for await (const { info, record } of await openRows(recording, report)) {
    if (header === undefined) {
      header = record
      positions = locateColumns(record, mappings)
      continue
    }
    const row = tryRow(() => {
      const width = header?.length
      if (record.length !== width) throw new RowError(`has ${record.length} values, the header has ${width}`)
      const cells = positions.map((position) => record[position] ?? '')
      return readRow(cells, mappings, machineID)
    })
    if (typeof row === 'string') report(info.lines, row)
    else yield row
  }
  if (header === undefined) throw new UsageError(`${recording.file} is empty; its first row must name the columns.`)
}

/** @returns the row, or why it is missing */
function tryRow(read: () => RecordedRow): RecordedRow | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof RowError) return error.message
    throw error
  }
}

interface ParsedRow {
  info: Info
  record: string[]
}

async function openRows({ file, delimiter }: Recording, report: ReportFault): Promise<AsyncIterable<ParsedRow>> {
  const handle = await open(file).catch((error: Error) => {
    throw new UsageError(`The recording ${file} cannot be read: ${error.message}`)
  })
  if ((await handle.stat()).isDirectory()) {
    await handle.close()
    throw new UsageError(`The recording ${file} cannot be read: it is a folder.`)
  }
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => reportSkipped(error, report),
  })
  // A fault of the file ends the rows with an error, which reaches anyone who reads them.
  pipeline(handle.createReadStream(), parser, () => {})
  return parser
}

function reportSkipped(error: CsvError | undefined, report: ReportFault): undefined {
  report(typeof error?.lines === 'number' ? error.lines : 0, error?.message ?? 'is no row of values')
}

import type { Readable } from 'node:stream'
import { type FieldError, type TableEncoding, XLSX_TYPE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import type { FileCheck } from '../../../platform/file-check/file-check.ts'
import type { TableLimits } from '../../../platform/table-limits.ts'
import { LONGEST_LINE, MOST_COLUMNS, MOST_LINES, MOST_ROWS } from '../../../platform/workbooks/line-writer.ts'
import { TableError } from '../../../platform/workbooks/table-error.ts'
import type { ReadingFault, WorkbookReader } from '../../../platform/workbooks/workbook-reader.ts'
import { WorkerPoolError } from '../../../platform/worker-pool.ts'
import type { Principal } from '../../principal.ts'
import { ProblemError } from '../../problem-error.ts'
import { refusedWith } from '../files/refused-file.ts'
import { parseLines, type TableLine } from './parse-lines.ts'
import { readBytes } from './read-text.ts'

/** What ends by itself; the file may be sent again. */
const busy = ['queue_full', 'owner_limit', 'waited_too_long', 'stopped'] as const
type Busy = (typeof busy)[number]

/** What checks and reads uploaded tables. */
export interface TableReaders {
  fileCheck: FileCheck
  workbooks: WorkbookReader
}

/** A file of rows as it came in. */
export interface SentTable {
  bytes: Buffer
  /** Its media type. */
  type: string
}

/** The rows of a file, and how they were written; a workbook has neither sign nor encoding. */
export interface ReadTable {
  lines: TableLine[]
  /** The sign between the cells. */
  separator: string | undefined
  encoding: TableEncoding | undefined
}

/** The file that is the body of a request. @throws ProblemError where it is too large */
export async function readSent(request: FastifyRequest): Promise<SentTable> {
  const bytes = await readBytes(request.body as Readable | undefined)
  return { bytes, type: String(request.headers['content-type']) }
}

/**
 * The rows of a file: CSV, or the first sheet of a workbook.
 * @throws ProblemError where it is no such file, or its quotes are wrong: then no row can be trusted
 */
export async function readTable(
  { bytes, type }: SentTable,
  principal: Principal,
  { fileCheck, workbooks }: TableReaders,
): Promise<ReadTable> {
  await refusedWith(undefined, fileCheck.table(bytes))
  const kind = type.startsWith(XLSX_TYPE) ? 'workbook' : 'csv'
  const { text, ...written } = await workbooks.read(kind, bytes, principal.userId).catch((error: unknown) => {
    throw toProblem(error, workbooks)
  })
  return { ...written, lines: await parseLines(text, kind) }
}

function toProblem(error: unknown, { limits }: WorkbookReader): unknown {
  if (!(error instanceof TableError || error instanceof WorkerPoolError)) return error
  const { fault } = error
  if (isBusy(fault)) return new ProblemError('unavailable', t('server.tablesAreRead'))
  const line = error instanceof TableError ? error.line : 1
  const { path, code, message } = words(line, limits)[fault]
  return new ProblemError('invalid_request', message, [{ path, code, message }])
}

function isBusy(fault: ReadingFault): fault is Busy {
  return (busy as readonly string[]).includes(fault)
}

/** What is said of each fault, and where it is. */
function words(line: number, limits: TableLimits): Record<Exclude<ReadingFault, Busy>, FieldError> {
  const ofFile = (code: string, message: string) => ({ path: 'body', code, message })
  const ofLine = (code: string, message: string) => ({ path: `lines.${line}`, code, message })
  const seconds = Math.round(limits.timeoutMs / 1000)
  const mib = Math.round(limits.unpackedBytes / 1024 / 1024)
  return {
    failed: ofFile('failed', t('server.noWorkbook')),
    no_workbook: ofFile('no_workbook', t('server.noWorkbook')),
    encrypted: ofFile('encrypted', t('server.workbookIsEncrypted')),
    unpacked_bytes: ofFile('unpacked_bytes', t('server.workbookUnpacksToMore', { mib })),
    timeout: ofFile('timeout', t('server.tableTakesTooLong', { seconds })),
    memory: ofFile('memory', t('server.tableTakesTooMuch')),
    not_utf8: ofFile('encoding', t('server.lineIsNotUtf8', { line })),
    broken_utf16: ofFile('encoding', t('server.fileIsBrokenUtf16')),
    rows: ofLine('size', t('server.importHasTooManyEmptyRows', { most: MOST_ROWS })),
    filled_rows: ofLine('size', t('server.importHasTooManyRows', { most: MOST_LINES })),
    columns: ofLine('size', t('server.lineHasTooManyColumns', { line, most: MOST_COLUMNS })),
    cells: ofFile('cells', t('server.tableHasTooManyCells', { most: limits.cells })),
    too_long: ofLine('too_long', t('server.lineTooLong', { line, most: LONGEST_LINE })),
    quote_never_closed: ofLine('quote', t('server.quoteNeverClosed', { line })),
    quote_misplaced: ofLine('quote', t('server.quoteMisplaced', { line })),
    empty: ofLine('empty', t('server.importIsEmpty')),
  }
}

import type { Readable } from 'node:stream'
import { type TableEncoding, XLSX_TYPE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import type { FileCheck } from '../../../platform/file-check/file-check.ts'
import { WorkbookError } from '../../../platform/workbooks/unpacked-size.ts'
import type { ReadingFault, WorkbookReader } from '../../../platform/workbooks/workbook-reader.ts'
import { WorkerPoolError } from '../../../platform/worker-pool.ts'
import type { Principal } from '../../principal.ts'
import { ProblemError } from '../../problem-error.ts'
import { refusedWith } from '../files/refused-file.ts'
import { type ParsedLines, parseLines } from './parse-lines.ts'
import { readBytes, textOf } from './read-text.ts'

/** What a refused workbook is answered with; the others mend themselves. */
const busy: readonly ReadingFault[] = ['queue_full', 'owner_limit', 'waited_too_long', 'stopped']

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

/** The rows of a file, and how they were written. */
export interface ReadTable extends ParsedLines {
  /** A workbook has none. */
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
  const { cells } = workbooks.limits
  const isWorkbook = type.startsWith(XLSX_TYPE)
  if (!isWorkbook) {
    const { text, encoding } = textOf(bytes)
    return { ...(await parseLines(text, { kind: 'csv', cells })), encoding }
  }
  const text = await workbooks.read(bytes, principal.userId).catch((error: unknown) => {
    throw toProblem(error, workbooks)
  })
  return { ...(await parseLines(text, { kind: 'workbook', cells })), encoding: undefined }
}

function toProblem(error: unknown, { limits }: WorkbookReader): unknown {
  if (!(error instanceof WorkbookError || error instanceof WorkerPoolError)) return error
  const { fault } = error
  if (busy.includes(fault)) return new ProblemError('unavailable', t('server.workbooksAreRead'))
  const mib = Math.round(limits.unpackedBytes / 1024 / 1024)
  const words: Partial<Record<ReadingFault, string>> = {
    unpacked_bytes: t('server.workbookUnpacksToMore', { mib }),
    cells: t('server.tableHasTooManyCells', { most: limits.cells }),
    encrypted: t('server.workbookIsEncrypted'),
    timeout: t('server.workbookTakesTooLong', { seconds: Math.round(limits.timeoutMs / 1000) }),
    memory: t('server.workbookTakesTooMuch'),
  }
  const message = words[fault] ?? t('server.noWorkbook')
  return new ProblemError('invalid_request', message, [{ path: 'body', code: fault, message }])
}

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type TableFormat, XLSX_TYPE } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { clock } from '../../../platform/clock.ts'
import { answered } from '../../handlers.ts'
import { ProblemError } from '../../problem-error.ts'
import type { Cell } from './cell.ts'
import { toCsv, toJson, toXlsx } from './encode-table.ts'

/** An export holds a database connection while its reader reads; these many leave enough to everybody else. */
const MOST_AT_ONCE = 4
/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 30_000
let running = 0

const types: Record<FileFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: XLSX_TYPE,
}

/** Which file is sent. */
export interface TableFile {
  /** Of the file, before the day. */
  name: string
  format: FileFormat
}

/** As which file rows are sent; JSON is a list of objects, named after the cells of the first row. */
type FileFormat = TableFormat | 'json'

const encoders = { csv: toCsv, xlsx: toXlsx, json: toJson }

/**
 * Answers with a file of rows that is made as fast as the reader takes it.
 * @param make reads in a transaction and hands the rows on, portion by portion; what it throws before the first is answered as a problem
 * @throws ProblemError `unavailable` where as many exports run as may
 */
export async function sendTable(
  reply: FastifyReply,
  { name, format }: TableFile,
  make: (write: (rows: AsyncIterable<Cell[][]>) => Promise<void>) => Promise<void>,
): Promise<typeof answered> {
  if (running >= MOST_AT_ONCE) {
    throw new ProblemError('unavailable', t('server.exportsRunning', { count: running }))
  }
  running += 1
  const out = new PassThrough()
  const encode = encoders[format]
  const written = make((rows) => pipeline(encode(rows), out)).finally(() => {
    running -= 1
  })
  // What fails before the first byte is answered as a problem; what fails later cuts the file off.
  written.catch((error) => out.destroy(error))
  await Promise.race([once(out, 'readable'), written])
  reply.raw.setTimeout(STALLED_MS, () => out.destroy())
  reply
    .header('content-type', types[format])
    .header(
      'content-disposition',
      `attachment; filename="${name}-${new Date(clock.now()).toISOString().slice(0, 10)}.${format}"`,
    )
    .header('cache-control', 'no-store')
    .send(out)
  return answered
}

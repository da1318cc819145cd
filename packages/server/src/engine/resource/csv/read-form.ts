import type { Readable } from 'node:stream'
import { type ImportAdjustments, importAdjustmentsSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../../problem-error.ts'
import { toFormFault } from '../files/read-upload.ts'
import { parseAdjustments } from './parse-adjustments.ts'
import { readSent, type SentTable } from './read-table.ts'
import { readBytes, TABLE_BYTES } from './read-text.ts'

/** As JSON, before it is parsed. */
const MOST_ADJUSTMENTS_BYTES = 1024 * 1024

export interface SentImport {
  table: SentTable
  adjustments: ImportAdjustments
}

/**
 * What is to be imported: a file as the body, or a form with the file and what is to be changed about it.
 * @throws ProblemError where it is too large, the form has no file, or the adjustments are not as declared
 */
export async function readImport(request: FastifyRequest): Promise<SentImport> {
  if (!request.isMultipart?.())
    return { table: await readSent(request), adjustments: importAdjustmentsSchema.parse({}) }
  let table: SentTable | undefined
  let text = '{}'
  // The reader of the file refuses what is too large in words of its own.
  const limits = { fileSize: 2 * TABLE_BYTES, fieldSize: MOST_ADJUSTMENTS_BYTES, fields: 1 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') table = { bytes: await readBytes(part.file as Readable), type: part.mimetype }
      else if (part.fieldname === 'adjustments') text = part.valueTruncated ? '' : String(part.value)
    }
  } catch (error) {
    throw toFormFault(error as Error & { code?: string })
  }
  if (table === undefined) throw new ProblemError('invalid_request', t('server.sendFormWithFile'))
  return { table, adjustments: parseAdjustments(text) }
}

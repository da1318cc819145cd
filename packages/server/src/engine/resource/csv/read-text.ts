import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { t } from '@packhouse/messages'
import { ProblemError } from '../../problem-error.ts'

const MOST_MIB = 10
export const TABLE_BYTES = MOST_MIB * 1024 * 1024
const LINE_FEED = 0x0a

/** The text of an upload. @throws ProblemError where it is not UTF-8 */
export function textOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const message = isUtf16(bytes) ? t('server.fileIsUtf16') : t('server.lineIsNotUtf8', { line: firstBadLine(bytes) })
  throw new ProblemError('invalid_request', message, [{ path: 'body', code: 'encoding', message }])
}

/** Reads an upload to its end. @throws ProblemError where it is too large */
export async function readBytes(body: Readable | null | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop must not close the connection: the problem has yet to go out on it.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    size += chunk.length
    if (size > TABLE_BYTES) throw new ProblemError('body_too_large', t('server.importTooLarge', { limit: MOST_MIB }))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex')
  return mark === 'fffe' || mark === 'feff'
}

/** A line feed is never part of another character in UTF-8, so that each line can be looked at alone. */
function firstBadLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(LINE_FEED, start)
    const end = found === -1 ? bytes.length : found + 1
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end
  }
  return line
}

import type { Readable } from 'node:stream'
import { t } from '@packhouse/messages'
import { ProblemError } from '../../problem-error.ts'

const MOST_MIB = 10
export const TABLE_BYTES = MOST_MIB * 1024 * 1024

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

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { answered } from '../../handlers.ts'
import { ProblemError } from '../../problem-error.ts'

/** An export holds a database connection while its reader reads; these many leave enough to everybody else. */
const MOST_AT_ONCE = 4
/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 30_000
let running = 0

/**
 * Answers with a CSV file whose text is made as fast as the reader takes it.
 * @param name of the file, before the day
 * @param make reads in a transaction and hands the text on; what it throws before the first text is answered as a problem
 * @throws ProblemError `unavailable` where as many exports run as may
 */
export async function sendLines(
  reply: FastifyReply,
  name: string,
  make: (write: (text: AsyncIterable<string>) => Promise<void>) => Promise<void>,
): Promise<typeof answered> {
  if (running >= MOST_AT_ONCE) {
    throw new ProblemError('unavailable', t('server.exportsRunning', { count: running }))
  }
  running += 1
  const out = new PassThrough()
  const written = make((text) => pipeline(text, out)).finally(() => {
    running -= 1
  })
  // What fails before the first byte is answered as a problem; what fails later cuts the file off.
  written.catch((error) => out.destroy(error))
  await Promise.race([once(out, 'readable'), written])
  reply.raw.setTimeout(STALLED_MS, () => out.destroy())
  reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.csv"`)
    .header('cache-control', 'no-store')
    .send(out)
  return answered
}

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListQuery } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { answered } from '../../handlers.ts'
import type { Principal } from '../../principal.ts'
import { ProblemError } from '../../problem-error.ts'
import { assertParent } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import { exportRows } from './export-rows.ts'

/** An export holds a database connection while its reader reads; these many leave enough to everybody else. */
const MOST_AT_ONCE = 4
/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 30_000
let running = 0

/** Answers with the rows of a list as a CSV file, read as fast as the reader takes it. */
export async function sendExport(
  store: ResourceStore,
  principal: Principal,
  query: ListQuery,
  parent: Parent,
  reply: FastifyReply,
): Promise<typeof answered> {
  if (running >= MOST_AT_ONCE) {
    throw new ProblemError('unavailable', t('server.exportsRunning', { count: running }))
  }
  running += 1
  const out = new PassThrough()
  const written = store
    .read(principal, async (db) => {
      await assertParent(db, store.resources, store.resource, parent)
      await pipeline(exportRows(db, store.request(query, parent), store.resources), out)
    })
    .finally(() => {
      running -= 1
    })
  // What fails before the first byte is answered as a problem; what fails later cuts the file off.
  written.catch((error) => out.destroy(error))
  await Promise.race([once(out, 'readable'), written])
  reply.raw.setTimeout(STALLED_MS, () => out.destroy())
  reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${fileName(store)}"`)
    .header('cache-control', 'no-store')
    .send(out)
  return answered
}

function fileName({ resource }: ResourceStore): string {
  return `${resource.noun[1].replaceAll(' ', '-')}-${new Date().toISOString().slice(0, 10)}.csv`
}

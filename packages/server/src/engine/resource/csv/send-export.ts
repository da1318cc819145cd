import type { ListQuery } from '@packhouse/contract'
import type { FastifyReply } from 'fastify'
import type { answered } from '../../handlers.ts'
import type { Principal } from '../../principal.ts'
import { assertParent } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import { exportRows } from './export-rows.ts'
import { sendLines } from './send-lines.ts'

/** Answers with the rows of a list as a CSV file, read as fast as the reader takes it. */
export async function sendExport(
  store: ResourceStore,
  principal: Principal,
  query: ListQuery,
  parent: Parent,
  reply: FastifyReply,
): Promise<typeof answered> {
  return await sendLines(reply, store.resource.noun[1].replaceAll(' ', '-'), (write) =>
    store.read(principal, async (db) => {
      await assertParent(db, store.resources, store.resource, parent)
      await write(exportRows(db, await store.checked(db, query, parent), store.resources))
    }),
  )
}

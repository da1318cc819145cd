import type { ExportQuery } from '@packhouse/contract'
import type { FastifyReply } from 'fastify'
import type { answered } from '../../handlers.ts'
import type { Principal } from '../../principal.ts'
import { assertParent } from '../referred.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import { exportRows } from './export-rows.ts'
import { sendTable } from './send-table.ts'

/** Answers with the rows of a list as a file, read as fast as the reader takes it. */
export async function sendExport(
  store: ResourceStore,
  principal: Principal,
  query: ExportQuery,
  parent: Parent,
  reply: FastifyReply,
): Promise<typeof answered> {
  return await sendTable(reply, { name: store.resource.noun[1].replaceAll(' ', '-'), format: query.format }, (write) =>
    store.read(principal, async (db) => {
      await assertParent(db, store.resources, store.resource, parent)
      await write(exportRows(db, await store.checked(db, query, parent), store))
    }),
  )
}

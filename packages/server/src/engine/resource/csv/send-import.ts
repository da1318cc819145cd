import { PassThrough } from 'node:stream'
import type { ImportReport } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { toForeseen } from '../../errors.ts'
import { answered } from '../../handlers.ts'
import type { Principal } from '../../principal.ts'
import { type ProblemError, toProblem } from '../../problem-error.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Parent } from '../rows.ts'
import { importRows } from './import-rows.ts'
import { parseFile } from './parse-file.ts'
import { readImport } from './read-form.ts'
import { readTable, type TableReaders } from './read-table.ts'

const LINES_OF_JSON = 'application/x-ndjson'

export interface ImportInput {
  principal: Principal
  request: FastifyRequest
  reply: FastifyReply
  dryRun: boolean
  parent: Parent
}

/** Imports the body of a request: answers with the report, or with lines of progress and then the report. */
export async function sendImport(
  store: ResourceStore,
  readers: TableReaders,
  input: ImportInput,
): Promise<ImportReport | typeof answered> {
  const { request, reply, principal, dryRun, parent } = input
  const stopped = new AbortController()
  reply.raw.once('close', () => reply.raw.writableFinished || stopped.abort())
  const { table: sent, adjustments } = await readImport(request)
  const table = await readTable(sent, principal, readers)
  const file = await parseFile(table, store.resource, adjustments, store.extra)
  const parts = { principal, parent, dryRun, signal: stopped.signal }
  const wantsProgress = request.headers.accept?.includes(LINES_OF_JSON) ?? false
  if (!wantsProgress) return await importRows(store, file, { ...parts, onProgress: () => undefined })
  const out = new PassThrough()
  const send = (value: object) => void (out.destroyed || out.write(`${JSON.stringify(value)}\n`))
  reply.header('content-type', LINES_OF_JSON).header('cache-control', 'no-store').send(out)
  importRows(store, file, { ...parts, onProgress: (done, total) => send({ done, total }) })
    .catch((error: ProblemError) => toProblem(toForeseen(error, request), request.id))
    .then((last) => {
      send(last)
      out.end()
    })
  return answered
}

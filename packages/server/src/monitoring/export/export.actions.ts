import { once as nextEvent } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, RECORDS_HEADER } from '@packhouse/contract'
import type { FastifyReply } from 'fastify'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import type { Database } from '../../platform/database.ts'
import type { Telemetry, TelemetryRecord } from '../../telemetry/index.ts'
import { findMachine, scopeOf } from '../machine-access.ts'
import { Columns } from './columns.ts'
import { type ExportRequest, extentOf, type RecordSource, recordPortions } from './record-portions.ts'
import { toCsv } from './to-csv.ts'
import { toParquet } from './to-parquet.ts'

/** Making a file keeps a core busy; what is left is for everybody else. */
const MOST_AT_ONCE = 4
/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 30_000

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
}

export function exportHandlers(database: Database, telemetry: Telemetry): HandlersOf<'exportRecords'> {
  let running = 0
  return {
    async exportRecords({ principal, params, query, reply }): Promise<typeof answered> {
      const { key: machineKey, machineID } = findMachine(telemetry, principal, params.id).entry
      if (running >= MOST_AT_ONCE) {
        throw new ProblemError('unavailable', `${running} exports are running already. Try again in a minute.`)
      }
      running += 1
      const leave = once(() => {
        running -= 1
      })
      try {
        const source = { database, names: telemetry.names, scope: scopeOf(principal) }
        const stretch = { machineKey, from: Date.parse(query.from), to: Date.parse(query.to) }
        const found = await extentOf(source, stretch)
        const file = found === undefined ? empty() : await openFile(source, { machineKey, ...found })
        const out = new PassThrough()
        const text =
          query.format === 'csv' ? toCsv(file.columns, file.portions) : toParquet(file.columns, file.portions)
        const written = pipeline(text, out)
        written.then(leave, leave)
        await send(reply, out, written, { format: query.format, machineID, records: file.records })
        return answered
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

interface File {
  columns: ReturnType<Columns['list']>
  portions: AsyncIterable<TelemetryRecord[]>
  records: number
}

/** The columns stand at the head of a file, and how long it is before it, so that all of it is looked through once before. */
async function openFile(source: RecordSource, request: ExportRequest): Promise<File> {
  const columns = new Columns()
  let count = 0
  for await (const records of recordPortions(source, request)) {
    columns.see(records)
    count += records.length
  }
  return { columns: columns.list(), portions: recordPortions(source, request), records: count }
}

function empty(): File {
  return { columns: new Columns().list(), portions: (async function* () {})(), records: 0 }
}

async function send(
  reply: FastifyReply,
  out: PassThrough,
  written: Promise<void>,
  { format, machineID, records }: { format: ExportFormat; machineID: string; records: number },
): Promise<void> {
  // What fails before the first byte is answered as a problem; what fails later cuts the file off.
  written.catch((error) => out.destroy(error))
  await Promise.race([nextEvent(out, 'readable'), written])
  reply.raw.setTimeout(STALLED_MS, () => out.destroy())
  reply
    .header('content-type', types[format])
    .header('content-disposition', `attachment; filename="${machineID}-records.${format}"`)
    .header(RECORDS_HEADER, String(records))
    .header('cache-control', 'no-store')
    .send(out)
}

/** The first call counts, by whichever way it comes. */
function once(work: () => void): () => void {
  let open = true
  return () => {
    if (open) work()
    open = false
  }
}

import type { FastifyReply } from 'fastify'
import type { answered } from '../../engine/handlers.ts'
import { type Cell, textCell } from '../../engine/resource/csv/cell.ts'
import { sendTable } from '../../engine/resource/csv/send-table.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import { type Cursor, type LogRow, readLog } from './log.queries.ts'
import { type Sight, toEntry } from './log-entry.ts'
import type { LogFilter, LogReader } from './log-filter.ts'

/** Rows that are read at a time. */
const PORTION = 500

const columns = [
  'at',
  'kind',
  'action',
  'outcome',
  'code',
  'whoId',
  'who',
  'apiKeyId',
  'apiKey',
  'deviceId',
  'device',
  'resource',
  'recordId',
  'record',
  'target',
  'way',
  'address',
  'program',
  'permission',
  'requestId',
  'changed',
  'times',
] as const

/** Answers with the entries that fit as a file, read as fast as the reader takes it. */
export async function sendLog(
  reply: FastifyReply,
  database: Database,
  { format, ...filter }: LogFilter & { format: 'csv' | 'json' },
  reader: LogReader & Sight,
): Promise<typeof answered> {
  return await sendTable(reply, { name: 'audit', format }, (write) =>
    database.inSnapshot('all', (db) => write(portionsOf(db, filter, reader))),
  )
}

async function* portionsOf(db: Transaction, filter: LogFilter, reader: LogReader & Sight): AsyncGenerator<Cell[][]> {
  yield [columns.map(textCell)]
  let after: Cursor | undefined
  for (;;) {
    const rows = await readLog(db, filter, reader, { limit: PORTION, after })
    if (rows.length > 0) yield rows.map((row) => cellsOf(row, reader))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PORTION) return
    after = { at: last.exactAt, id: last.id }
  }
}

function cellsOf(row: LogRow, sight: Sight): Cell[] {
  const entry = toEntry(row, sight)
  const values: Record<(typeof columns)[number], string | null | undefined> = {
    at: entry.at,
    kind: entry.kind,
    action: entry.action,
    outcome: entry.outcome,
    code: entry.code,
    whoId: entry.who?.id,
    who: entry.who?.name,
    apiKeyId: entry.apiKey?.id,
    apiKey: entry.apiKey?.name,
    deviceId: entry.device?.id,
    device: entry.device?.name,
    resource: entry.record?.resource,
    recordId: entry.record?.id,
    record: entry.record?.label,
    target: entry.target,
    way: entry.way,
    address: entry.address,
    program: entry.program,
    permission: row.permission,
    requestId: row.requestId,
    changed: entry.changed.join(' '),
    times: String(entry.times),
  }
  return columns.map((name) => textCell(values[name] ?? ''))
}

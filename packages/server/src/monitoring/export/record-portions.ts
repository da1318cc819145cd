import { extentOfRecords, type Queryable, readRecords, type StoredReadingNames } from '../../history/index.ts'
import type { CustomerScope, Database } from '../../platform/database.ts'
import { HOUR_MS, startOf, type TelemetryRecord } from '../../telemetry/index.ts'
import { queryable } from '../counting/counts.queries.ts'

/** Records are read in portions of so many hours, which also bounds what is held of them. */
const PORTION_MS = 6 * HOUR_MS

/** What to export. Times are Unix ms, `to` exclusive. */
export interface ExportRequest {
  machineKey: number
  from: number
  to: number
}

/** Where records are read: each portion in its own transaction, so that a slow reader holds none. */
export interface RecordSource {
  database: Database
  names: StoredReadingNames
  scope: CustomerScope
}

/** The records of a stretch, portion by portion, oldest first. Portions without any are left out. */
export async function* recordPortions(source: RecordSource, request: ExportRequest): AsyncGenerator<TelemetryRecord[]> {
  const { machineKey, from, to } = request
  for (let start = from; start < to; start = startOf(start, PORTION_MS) + PORTION_MS) {
    const span = [start, Math.min(to, startOf(start, PORTION_MS) + PORTION_MS)] as const
    const records = await inScope(source, (db) => readRecords(db, machineKey, span, source.names))
    if (records.length > 0) yield records
  }
}

/** Between which times of the stretch there may be records, so that years without any are not looked through. */
export async function extentOf(
  source: RecordSource,
  { machineKey, from, to }: ExportRequest,
): Promise<{ from: number; to: number } | undefined> {
  const extent = await inScope(source, (db) => extentOfRecords(db, machineKey, [from, to]))
  return extent && { from: extent[0], to: extent[1] }
}

async function inScope<T>({ database, scope }: RecordSource, work: (db: Queryable) => Promise<T>): Promise<T> {
  return await database.inHistory(scope, (transaction) => work(queryable(transaction)))
}

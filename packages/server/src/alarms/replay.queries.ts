import { firstHourFrom, readRecords, type StoredReadingNames } from '../history/index.ts'
import type { Database } from '../platform/database.ts'
import { HOUR_MS, justAfter, startOf, type TelemetryRecord } from '../telemetry/index.ts'

/**
 * Reads the records of a machine after a time, oldest first, some hours at a time: a machine with many records must not
 * fill the memory. What was sealed in the meantime is read all the same.
 * @param read how many hours at a time, and the only columns that are needed
 */
export async function* recordsAfter(
  database: Database,
  names: StoredReadingNames,
  machineKey: number,
  after: number,
  { hours = 1, columns }: { hours?: number; columns?: readonly number[] } = {},
): AsyncGenerator<TelemetryRecord[]> {
  for (let from = justAfter(after); ; ) {
    const hour = await firstHourFrom(database.pool, machineKey, from)
    if (hour === undefined) return
    // No block reaches beyond a day: read day by day, each is read once.
    const to = startOf(hour, hours * HOUR_MS) + hours * HOUR_MS
    const records = await readRecords(database.pool, machineKey, [Math.max(from, hour), to], names, columns)
    if (records.length > 0) yield records
    from = to
  }
}

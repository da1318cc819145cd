import { firstHourFrom, readRecords, type StoredReadingNames } from '../history/index.ts'
import type { Database } from '../platform/database.ts'
import { HOUR_MS, type TelemetryRecord } from '../telemetry/index.ts'

/**
 * Reads the records of a machine after a time, oldest first, an hour at a time: a machine with many records must not
 * fill the memory. What was sealed in the meantime is read all the same.
 */
export async function* recordsAfter(
  database: Database,
  names: StoredReadingNames,
  machineKey: number,
  after: number,
): AsyncGenerator<TelemetryRecord[]> {
  for (let from = after + 1; ; ) {
    const hour = await firstHourFrom(database.pool, machineKey, from)
    if (hour === undefined) return
    const records = await readRecords(database.pool, machineKey, [Math.max(from, hour), hour + HOUR_MS], names)
    if (records.length > 0) yield records
    from = hour + HOUR_MS
  }
}

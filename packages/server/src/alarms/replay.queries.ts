import { firstHourFrom, readRecords, type StoredReadingNames } from '../history/index.ts'
import type { Database } from '../platform/database.ts'
import { HOUR_MS, justAfter, type TelemetryRecord } from '../telemetry/index.ts'

/**
 * Reads the records of a machine after a time, oldest first, some hours at a time: a machine with many records must not
 * fill the memory. What was sealed in the meantime is read all the same.
 */
export async function* recordsAfter(
  database: Database,
  names: StoredReadingNames,
  machineKey: number,
  after: number,
  hours = 1,
): AsyncGenerator<TelemetryRecord[]> {
  for (let from = justAfter(after); ; ) {
    const hour = await firstHourFrom(database.pool, machineKey, from)
    if (hour === undefined) return
    const records = await readRecords(database.pool, machineKey, [Math.max(from, hour), hour + hours * HOUR_MS], names)
    if (records.length > 0) yield records
    from = hour + hours * HOUR_MS
  }
}

import { iso, recordStateText, type TelemetryRecord } from '../telemetry/index.ts'
import { toArray, toColumns } from './newest-sql.ts'
import { RECORD_COLUMNS } from './telemetry-sql.ts'

/** The types of the columns of a record. */
export const RECORD_TYPES = [
  ...['int', 'timestamptz', 'timestamptz', 'bigint', 'bigint', 'float8', 'text'],
  ...['float8', 'float8', 'float8', 'float8', 'jsonb'],
]

/** The statement that stores records. @param first number of the first parameter; @param condition as for roll-ups */
export function insertRecords(first: number, condition = 'true'): string {
  return `INSERT INTO record (${RECORD_COLUMNS}) SELECT * FROM ${toColumns(first, RECORD_TYPES)} WHERE ${condition}`
}

/** What `insertRecords` is given. */
export function recordColumns(records: readonly TelemetryRecord[]): string[] {
  const column = (read: (record: TelemetryRecord) => number | string | null | undefined) =>
    toArray(records, (record) => read(record) ?? null)
  return [
    column((r) => r.machineKey),
    column((r) => iso(r.at)),
    column((r) => iso(r.receivedAt)),
    column((r) => r.totalCycles),
    column((r) => r.totalRejects),
    column((r) => realText(r.cyclesPerMin)),
    column(recordStateText),
    column((r) => realText(r.temperature)),
    column((r) => realText(r.humidity)),
    column((r) => realText(r.latitude)),
    column((r) => realText(r.longitude)),
    // An array's element is quoted as JSON quotes a text.
    column((r) => (r.machineData === undefined ? null : JSON.stringify(JSON.stringify(r.machineData)))),
  ]
}

/** That there is no value is stored as NaN: NULL says that it was not reported. */
function realText(value: number | null | undefined): number | string | undefined {
  return value === null ? 'NaN' : value
}

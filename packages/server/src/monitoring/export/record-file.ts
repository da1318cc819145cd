import type { ExportFormat } from '@packhouse/contract'
import { clock } from '../../platform/clock.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { Columns } from './columns.ts'
import { type ExportRequest, extentOf, type RecordSource, recordPortions } from './record-portions.ts'
import { toCsv } from './to-csv.ts'
import { toParquet } from './to-parquet.ts'

/** Records of a machine as a file. */
export interface RecordFile {
  content: AsyncIterable<string | Buffer>
  records: number
}

/** The records of a stretch. */
export async function recordFile(
  source: RecordSource,
  stretch: ExportRequest,
  format: ExportFormat,
): Promise<RecordFile> {
  const found = await extentOf(source, stretch)
  const { machineKey } = stretch
  const { columns, portions, records } =
    found === undefined ? empty() : await openFile(source, { machineKey, ...found })
  return { content: format === 'csv' ? toCsv(columns, portions) : toParquet(columns, portions), records }
}

/** All records of a machine that are stored. */
export async function recordFileOf(
  source: RecordSource,
  machineKey: number,
  format: ExportFormat,
): Promise<RecordFile> {
  return await recordFile(source, { machineKey, from: 0, to: clock.now() + AHEAD_MS }, format)
}

/** Further ahead of now there is no record. */
const AHEAD_MS = 86_400_000

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

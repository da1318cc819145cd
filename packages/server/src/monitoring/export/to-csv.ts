import { savedText, toLine } from '../../engine/resource/csv/cell.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import type { Column } from './columns.ts'

/** With it spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** No formula, also with a minus before it. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** Records as the text of a CSV file (RFC 4180), portion by portion. */
export async function* toCsv(columns: Column[], portions: AsyncIterable<TelemetryRecord[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLine(columns.map(({ name }) => savedText(name)))
  for await (const records of portions) {
    yield records.map((record) => toLine(columns.map((column) => cellOf(column, record)))).join('')
  }
}

function cellOf({ kind, read }: Column, record: TelemetryRecord): string {
  const value = read(record)
  if (value === null || value === undefined) return ''
  if (kind === 'time') return new Date(Number(value)).toISOString()
  return typeof value === 'string' && !NUMBER.test(value) ? savedText(value) : String(value)
}

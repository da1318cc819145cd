import { type Resource, type TableFormat, XLSX_TYPE } from '@packhouse/contract'
import type { ParentMount } from '../registry.ts'
import { importColumns } from './import-columns.ts'

/** With it spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file with the names of the columns and nothing else. */
export async function templateOf(
  resource: Resource,
  mount: ParentMount | undefined,
  format: TableFormat,
): Promise<Blob> {
  const names = importColumns(resource, mount).map(({ name }) => name)
  return format === 'csv' ? toCsv(names) : await toWorkbook(names)
}

/** No name has a sign that would need quotes. */
function toCsv(names: readonly string[]): Blob {
  return new Blob([`${BYTE_ORDER_MARK}${names.join(',')}\r\n`], { type: 'text/csv' })
}

async function toWorkbook(names: readonly string[]): Promise<Blob> {
  // Whoever wants no workbook does not load what writes one.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream([[...names]], { name: 'Packhouse', freezePane: { rows: 1 }, inlineStrings: true })
  const bytes = await new Response(stream).arrayBuffer()
  return new Blob([bytes], { type: XLSX_TYPE })
}

import { type Resource, type TableFormat, XLSX_TYPE } from '@packhouse/contract'
import type { ParentMount } from '../registry.ts'
import { importColumns } from './import-columns.ts'

/** With it spreadsheets read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file with the headings of the columns and nothing else. */
export async function templateOf(
  resource: Resource,
  mount: ParentMount | undefined,
  format: TableFormat,
): Promise<Blob> {
  const headings = importColumns(resource, mount).map(({ heading }) => heading)
  return format === 'csv' ? toCsv(headings) : await toWorkbook(headings)
}

function toCsv(headings: readonly string[]): Blob {
  const cells = headings.map((heading) => (/[",;]/.test(heading) ? `"${heading.replaceAll('"', '""')}"` : heading))
  return new Blob([`${BYTE_ORDER_MARK}${cells.join(',')}\r\n`], { type: 'text/csv' })
}

async function toWorkbook(headings: readonly string[]): Promise<Blob> {
  // Whoever wants no workbook does not load what writes one.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream([[...headings]], { name: 'Packhouse', freezePane: { rows: 1 }, inlineStrings: true })
  const bytes = await new Response(stream).arrayBuffer()
  return new Blob([bytes], { type: XLSX_TYPE })
}

import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { serveTasks } from '../worker-tasks.ts'
import { sheetNumber } from './sheet-number.ts'
import { assertUnpacksWithin, WorkbookError, type WorkbookFault } from './unpacked-size.ts'

export interface WorkbookTask {
  bytes: Uint8Array
  unpackedBytes: number
  cells: number
}

export type WorkbookOutcome = { text: string } | { fault: WorkbookFault }

const DAY_START = 'T00:00:00.000Z'

serveTasks<WorkbookTask>(async (task): Promise<WorkbookOutcome> => {
  try {
    assertUnpacksWithin(Buffer.from(task.bytes), task.unpackedBytes)
    return { text: await readSheet(task) }
  } catch (error) {
    return { fault: error instanceof WorkbookError ? error.fault : 'no_workbook' }
  }
})

/**
 * The first sheet as lines of comma-separated values, each after the number of its row and the kinds of its cells: text crosses to the other
 * thread at once. A row costs one cell at least.
 */
async function readSheet({ bytes, cells }: WorkbookTask): Promise<string> {
  const lines: string[] = []
  let count = 0
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: 0 })) {
    count += Math.max(1, values.length)
    if (count > cells) throw new WorkbookError('cells')
    const kinds = values.map((value) => (typeof value === 'number' ? 'n' : 't')).join('')
    lines.push([String(index + 1), kinds, ...values.map(toCell)].join(','))
  }
  return lines.join('\n')
}

function toCell(value: CellValue): string {
  const text = value === null || value === undefined ? '' : textOf(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function textOf(value: NonNullable<CellValue>): string {
  if (typeof value === 'number') return sheetNumber(value)
  if (!(value instanceof Date)) return String(value)
  const text = value.toISOString()
  return text.endsWith(DAY_START) ? text.slice(0, -DAY_START.length) : text
}

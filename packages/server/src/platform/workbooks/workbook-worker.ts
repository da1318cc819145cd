import type { TableEncoding } from '@packhouse/contract'
import { type CellValue, streamXlsxRows } from 'hucre/xlsx'
import { serveTasks } from '../worker-tasks.ts'
import { writeCsvLines } from './csv-lines.ts'
import { LineWriter } from './line-writer.ts'
import { readSheetFacts, type ShownAs } from './sheet-facts.ts'
import { sheetNumber } from './sheet-number.ts'
import { TableError, type TableFault } from './table-error.ts'
import { textOf } from './table-text.ts'
import { assertUnpacksWithin } from './unpacked-size.ts'

export interface TableTask {
  kind: 'csv' | 'workbook'
  bytes: Uint8Array
  unpackedBytes: number
  cells: number
}

/** Its rows as a `LineWriter` writes them. */
export interface WrittenTable {
  text: string
  /** The sign between the cells, and how the text was encoded; a workbook has neither. */
  separator: string | undefined
  encoding: TableEncoding | undefined
}

export type TableOutcome = WrittenTable | { fault: TableFault; line: number }

const DAY_START = 'T00:00:00.000Z'
/** What is before the first day of a sheet is a time of day alone. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

serveTasks<TableTask>(async (task): Promise<TableOutcome> => {
  try {
    return task.kind === 'csv' ? await readCsv(task) : await readWorkbook(task)
  } catch (error) {
    if (error instanceof TableError) return { fault: error.fault, line: error.line }
    if (task.kind === 'csv') throw error
    return { fault: 'no_workbook', line: 1 }
  }
})

async function readCsv({ bytes, cells }: TableTask): Promise<WrittenTable> {
  const { text, encoding } = textOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { ...(await writeCsvLines(text, cells)), encoding }
}

/** The first sheet that is shown. */
async function readWorkbook({ bytes, unpackedBytes, cells }: TableTask): Promise<WrittenTable> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  assertUnpacksWithin(archive, unpackedBytes)
  const facts = readSheetFacts(archive)
  const lines = new LineWriter(cells)
  for await (const { index, values } of streamXlsxRows(bytes, { sheet: facts.sheet })) {
    const numbers = [...values.keys()].filter((place) => typeof values[place] === 'number')
    const texts = values.map((value, place) => toCell(value, facts.shownAs(index, place)))
    lines.add([index + 1, numbers, texts, facts.unreadOf(index, texts)])
  }
  return { text: lines.end(), separator: undefined, encoding: undefined }
}

function toCell(value: CellValue, shownAs: ShownAs | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    if (shownAs === 'percent') return `${sheetNumber(value * 100)}%`
    const isPadded = shownAs !== undefined && Number.isSafeInteger(value) && value >= 0
    return isPadded ? sheetNumber(value).padStart(shownAs.digits, '0') : sheetNumber(value)
  }
  if (!(value instanceof Date)) return String(value)
  const text = value.toISOString()
  if (value.getTime() < FIRST_DAY) return text.slice(11, 19).replace(/:00$/, '')
  return text.endsWith(DAY_START) ? text.slice(0, -DAY_START.length) : text
}

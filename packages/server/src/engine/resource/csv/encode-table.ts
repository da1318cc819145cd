import type { CellValue } from 'hucre/xlsx'
import { sheetNumber } from '../../../platform/workbooks/sheet-number.ts'
import { type Cell, savedText, toLine } from './cell.ts'

/** With it spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Cells longer than this open nowhere. */
const LONGEST_TEXT = 32_767
/** A spreadsheet has 15 digits. */
const FEW_DIGITS = /^-?\d{1,15}(?:\.\d+)?$/

/** Rows as the text of a CSV file. Text that a spreadsheet would take for a formula starts with an apostrophe. */
export async function* toCsv(portions: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  let mark = BYTE_ORDER_MARK
  for await (const rows of portions) {
    yield mark +
      rows.map((row) => toLine(row.map(({ text, kind }) => (kind === 'text' ? savedText(text) : text)))).join('')
    mark = ''
  }
}

/** Rows as a list of JSON objects, one a line; empty cells are null. */
export async function* toJson(portions: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  let names: string[] | undefined
  let before = '['
  for await (const rows of portions) {
    const objects = names === undefined ? rows.slice(1) : rows
    names ??= rows[0]?.map(({ text }) => text) ?? []
    for (const row of objects) {
      yield `${before}\n${JSON.stringify(Object.fromEntries(names.map((name, place) => [name, row[place]?.text || null])))}`
      before = ','
    }
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** Rows as a workbook of one sheet, made as it is read. A text is a text there, whatever it begins with. */
export async function* toXlsx(portions: AsyncIterable<Cell[][]>): AsyncGenerator<Uint8Array> {
  // Loaded with the first workbook: it is large.
  const { writeXlsxStream } = await import('hucre/xlsx')
  // Texts stand in their cells: a table of them would be in memory until the last row.
  const stream = writeXlsxStream(valuesOf(portions), {
    name: 'Packhouse',
    freezePane: { rows: 1 },
    inlineStrings: true,
  })
  yield* stream
}

async function* valuesOf(portions: AsyncIterable<Cell[][]>): AsyncGenerator<CellValue[]> {
  for await (const rows of portions) for (const row of rows) yield row.map(toValue)
}

/** A number that a spreadsheet cannot hold exactly stays a text. */
function toValue({ text, kind }: Cell): CellValue {
  if (text === '') return null
  if (kind === 'boolean') return text === 'true'
  if (kind === 'number' && FEW_DIGITS.test(text) && sheetNumber(Number(text)) === text) return Number(text)
  return text.slice(0, LONGEST_TEXT)
}

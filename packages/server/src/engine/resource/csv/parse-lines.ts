import { Turns } from '../../../platform/turns.ts'
import type { UnreadCell, WrittenLine } from '../../../platform/workbooks/line-writer.ts'
import { fromCell } from './cell.ts'

/** One row of a file. */
export interface TableLine {
  /** Where it starts, from 1. */
  line: number
  cells: string[]
  /** Whether its cells are as many as were written; a sheet has no such thing as a missing cell. */
  isExact: boolean
  /** Places of the cells that are numbers by themselves, and no texts. */
  numbers: ReadonlySet<number>
  /** Places of the cells that show what nothing is known of, and why. */
  unread: ReadonlyMap<number, UnreadCell>
}

/** Reads the rows as a worker writes them. @param kind no text of a workbook is saved from being a formula */
export async function parseLines(text: string, kind: 'csv' | 'workbook'): Promise<TableLine[]> {
  const lines: TableLine[] = []
  const turns = new Turns()
  const isExact = kind === 'csv'
  for (let start = 0; start < text.length; ) {
    if (turns.isDue) await turns.next()
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    const [line, numbers, cells, unread] = JSON.parse(text.slice(start, end)) as WrittenLine
    lines.push({
      line,
      cells: isExact ? cells.map(fromCell) : cells,
      isExact,
      numbers: new Set(numbers),
      unread: new Map(unread),
    })
    start = end + 1
  }
  return lines
}

import { TableError } from './table-error.ts'

export const MOST_LINES = 50_000
/** With empty ones. */
export const MOST_ROWS = 250_000
/** As many as a sheet has. */
export const MOST_COLUMNS = 16_384
/** Characters of a row. */
export const LONGEST_LINE = 1_000_000

/** Why nothing is known of what a cell of a workbook shows: nobody has computed its formula, or it lies within a merged cell. */
export type UnreadCell = 'formula' | 'merged'

/** A row on its way to the other thread: its line, the places of its cells that are numbers by themselves, its cells, and what was not read. */
export type WrittenLine = [line: number, numbers: number[], cells: string[], unread?: [place: number, UnreadCell][]]

/**
 * Writes the rows of a table as lines of JSON: one text crosses to the other thread at once, and is read there row by row. All rows
 * and cells are counted, and those without any text or formula are passed over.
 */
export class LineWriter {
  readonly #mostCells: number
  readonly #lines: string[] = []
  #rows = 0
  #cells = 0

  constructor(mostCells: number) {
    this.#mostCells = mostCells
  }

  /** @throws TableError where it is too much */
  add([line, numbers, given, unread = []]: WrittenLine): void {
    this.count(given.length, line)
    if (given.reduce((sum, { length }) => sum + length, 0) > LONGEST_LINE) throw new TableError('too_long', line)
    const cells = given.map(composed)
    if (cells.every((cell) => cell === '') && unread.every(([, why]) => why === 'merged')) return
    this.#lines.push(JSON.stringify([line, numbers, cells, unread] satisfies WrittenLine))
    if (this.#lines.length > MOST_LINES + 1) throw new TableError('filled_rows', line)
  }

  /** Counts a row, which costs one cell at least. @throws TableError where it is too much */
  count(cells: number, line: number): void {
    this.#rows += 1
    this.#cells += Math.max(1, cells)
    if (this.#rows > MOST_ROWS) throw new TableError('rows', line)
    if (cells > MOST_COLUMNS) throw new TableError('columns', line)
    if (this.#cells > this.#mostCells) throw new TableError('cells', line)
  }

  /** @throws TableError where there is no row with a text */
  end(): string {
    if (this.#lines.length === 0) throw new TableError('empty')
    return this.#lines.join('\n')
  }
}

/** Some systems write an accent after its letter: it is one letter here, as everywhere else. */
function composed(cell: string): string {
  return cell.trim().normalize('NFC')
}

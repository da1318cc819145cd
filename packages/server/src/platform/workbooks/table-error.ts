/** Why a table is not read. */
export type TableFault =
  | 'no_workbook'
  | 'unpacked_bytes'
  | 'encrypted'
  | 'not_utf8'
  | 'broken_utf16'
  | 'rows'
  | 'filled_rows'
  | 'columns'
  | 'cells'
  | 'too_long'
  | 'quote_never_closed'
  | 'quote_misplaced'
  | 'empty'

export class TableError extends Error {
  readonly fault: TableFault
  /** Where it is, from 1. */
  readonly line: number

  constructor(fault: TableFault, line = 1) {
    super(`The table is not read: ${fault}, line ${line}`)
    this.fault = fault
    this.line = line
  }
}

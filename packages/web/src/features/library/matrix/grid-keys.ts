/** A cell by its place among those that are shown: the style's row and the machine's column. */
export interface Place {
  row: number
  column: number
}

export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows in sight: PageUp and PageDown move by so many. */
  page: number
}

const arrows: Partial<Record<string, Place>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/**
 * Where a key leads to: arrows by one, with Ctrl to the edge; PageUp and PageDown by what is in sight; Home and End to the
 * ends of the row, with Ctrl to the corners. Undefined for a key that does not move.
 */
export function nextPlace(pressed: PressedKey, { row, column }: Place, size: GridSize): Place | undefined {
  const { key } = pressed
  const far = pressed.ctrlKey || pressed.metaKey
  const last = { row: size.rows - 1, column: size.columns - 1 }
  if (key === 'Home') return { row: far ? 0 : row, column: 0 }
  if (key === 'End') return { row: far ? last.row : row, column: last.column }
  if (key === 'PageDown' && !far) return { row: within(row + size.page, last.row), column }
  if (key === 'PageUp' && !far) return { row: within(row - size.page, last.row), column }
  const arrow = arrows[key]
  if (arrow === undefined) return undefined
  const reach = far ? Math.max(size.rows, size.columns) : 1
  return {
    row: within(row + arrow.row * reach, last.row),
    column: within(column + arrow.column * reach, last.column),
  }
}

export function within(value: number, last: number): number {
  return Math.max(0, Math.min(value, last))
}

import { type Place, within } from './grid-keys.ts'

/** What is selected: from the cell where it began to the one that has the cursor. Both may be the same. */
export interface Selection {
  anchor: Place
  at: Place
}

/** A rectangle of cells: from the first row and column up to, but without, the end. */
export interface Block {
  row: number
  rowEnd: number
  column: number
  columnEnd: number
}

export const atOnly = (at: Place): Selection => ({ anchor: at, at })

export function blockOf({ anchor, at }: Selection): Block {
  return {
    row: Math.min(anchor.row, at.row),
    rowEnd: Math.max(anchor.row, at.row) + 1,
    column: Math.min(anchor.column, at.column),
    columnEnd: Math.max(anchor.column, at.column) + 1,
  }
}

export function sizeOf({ row, rowEnd, column, columnEnd }: Block): number {
  return (rowEnd - row) * (columnEnd - column)
}

/** The same selection in a grid that has become smaller, such as by a filter. */
export function heldWithin({ anchor, at }: Selection, size: { rows: number; columns: number }): Selection {
  const hold = ({ row, column }: Place) => ({
    row: within(row, size.rows - 1),
    column: within(column, size.columns - 1),
  })
  return { anchor: hold(anchor), at: hold(at) }
}

/** Every place of a block, row by row. */
export function placesOf({ row, rowEnd, column, columnEnd }: Block): Place[] {
  const width = columnEnd - column
  return Array.from({ length: (rowEnd - row) * width }, (_, index) => ({
    row: row + Math.floor(index / width),
    column: column + (index % width),
  }))
}

/**
 * The next place for which something holds, along the rows and from the end on from the beginning again.
 * @param from is looked at last
 */
export function findNext(
  size: { rows: number; columns: number },
  from: Place,
  holds: (place: Place) => boolean,
): Place | undefined {
  const count = size.rows * size.columns
  const start = from.row * size.columns + from.column
  for (let step = 1; step <= count; step++) {
    const index = (start + step) % count
    const place = { row: Math.floor(index / size.columns), column: index % size.columns }
    if (holds(place)) return place
  }
  return undefined
}

/** A cell by its place: the permission's place in the list, and the role's. */
export interface CellPlace {
  row: number
  column: number
}

export interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

const FAR = 10

const steps: Partial<Record<string, CellPlace>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
  PageDown: { row: FAR, column: 0 },
  PageUp: { row: -FAR, column: 0 },
}

/**
 * Where a key leads to in a grid, as the ARIA practices have it: arrows by one, PageUp and PageDown by ten rows, Home and
 * End to the ends of the row, with Ctrl to the corners. Undefined for a key that does not move.
 */
export function nextPlace(
  { key, ctrlKey, metaKey }: PressedKey,
  { row, column }: CellPlace,
  size: { rows: number; columns: number },
): CellPlace | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const command = ctrlKey || metaKey
  if (key === 'Home') return { row: command ? 0 : row, column: 0 }
  if (key === 'End') return { row: command ? last.row : row, column: last.column }
  const step = steps[key]
  if (!step || command) return undefined
  return { row: within(row + step.row, last.row), column: within(column + step.column, last.column) }
}

function within(value: number, last: number): number {
  return Math.max(0, Math.min(value, last))
}

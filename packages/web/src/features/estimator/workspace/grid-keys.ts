/** What a key does in the grid while no cell is edited. */
export type GridAct =
  | { act: 'move'; rows: number; columns: number }
  | { act: 'to'; row: 'first' | 'last' | 'same'; column: 'first' | 'last' }
  | { act: 'edit'; text: string | undefined }
  | { act: 'open' }
  | { act: 'shift'; by: 1 | -1 }
  | { act: 'toggle' }
  | { act: 'menu' }
  | { act: 'step'; by: 1 | -1 }
  | { act: 'release' }

export interface PressedKey {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

const PAGE = 15

const moves: Record<string, GridAct> = {
  ArrowUp: { act: 'move', rows: -1, columns: 0 },
  ArrowDown: { act: 'move', rows: 1, columns: 0 },
  ArrowLeft: { act: 'move', rows: 0, columns: -1 },
  ArrowRight: { act: 'move', rows: 0, columns: 1 },
  PageUp: { act: 'move', rows: -PAGE, columns: 0 },
  PageDown: { act: 'move', rows: PAGE, columns: 0 },
  Home: { act: 'to', row: 'same', column: 'first' },
  End: { act: 'to', row: 'same', column: 'last' },
  Enter: { act: 'open' },
  F2: { act: 'edit', text: undefined },
  Delete: { act: 'edit', text: '' },
  Backspace: { act: 'edit', text: '' },
  ' ': { act: 'toggle' },
  ContextMenu: { act: 'menu' },
  Escape: { act: 'release' },
}

/** @returns undefined for a key that is not the grid's */
export function gridAct({ key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey): GridAct | undefined {
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) return { act: 'shift', by: key === 'ArrowUp' ? -1 : 1 }
  if (key === 'F10' && shiftKey) return { act: 'menu' }
  if (ctrlKey || metaKey) {
    if (key === 'Home') return { act: 'to', row: 'first', column: 'first' }
    return key === 'End' ? { act: 'to', row: 'last', column: 'last' } : undefined
  }
  if (altKey) return undefined
  if (key === 'Tab') return { act: 'step', by: shiftKey ? -1 : 1 }
  const move = moves[key]
  if (move !== undefined) return move
  return [...key].length === 1 ? { act: 'edit', text: key } : undefined
}

/**
 * The cell before or after another in the order of reading; undefined beyond the first and the last one.
 * @param cellsOf how many cells a row has
 */
export function cellBeside(
  { row, column }: Place,
  by: 1 | -1,
  rows: number,
  cellsOf: (row: number) => number,
): Place | undefined {
  const beside = Math.min(column, cellsOf(row) - 1) + by
  if (beside >= 0 && beside < cellsOf(row)) return { row, column: beside }
  const next = row + by
  if (next < 0 || next >= rows) return undefined
  return { row: next, column: by === 1 ? 0 : cellsOf(next) - 1 }
}

interface Place {
  row: number
  column: number
}

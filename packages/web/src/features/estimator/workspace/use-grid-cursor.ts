import { useMemo, useState } from 'react'
import type { Column } from './columns.ts'
import type { GridRow } from './grid-rows.ts'

/** The cell with the cursor: its row by key, so that it goes along when the row moves. */
export interface Cursor {
  key: string
  row: number
  column: number
}

/** The cursor of a grid whose rows come and go: where its row is gone, it is in the one that took the place. */
export function useGridCursor(rows: readonly GridRow[], columns: readonly Column[]) {
  const [place, setPlace] = useState<Cursor>({ key: '', row: 0, column: 0 })
  const indexes = useMemo(() => new Map(rows.map((row, index) => [row.key, index])), [rows])
  const row = Math.max(0, Math.min(indexes.get(place.key) ?? place.row, rows.length - 1))
  const cursor: Cursor = { key: rows[row]?.key ?? '', row, column: Math.min(place.column, columns.length - 1) }
  const moveTo = (toRow: number, toColumn: number) => {
    const at = Math.max(0, Math.min(toRow, rows.length - 1))
    const column = Math.max(0, Math.min(toColumn, columns.length - 1))
    setPlace({ key: rows[at]?.key ?? '', row: at, column })
  }
  return { cursor, moveTo, indexes }
}

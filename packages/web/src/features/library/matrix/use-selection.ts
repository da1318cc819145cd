import { useCallback, useMemo, useState } from 'react'
import { atOnly, heldWithin, type Selection } from './block.ts'
import type { MatrixData } from './matrix-data.ts'
import type { Sheet } from './sheet.ts'

const start: Selection = atOnly({ row: 0, column: 0 })

/**
 * Which cells are selected. It follows the machine and the style when filters or changes of others move them.
 * @param wanted the pair that the address leads to at first
 * @returns `moves` counts what was selected here: only then the cell is scrolled into sight
 */
export function useSelection(data: MatrixData, sheet: Sheet, wanted: { machineId: string; styleId: string }) {
  const [selection, setSelection] = useState(start)
  const [names, setNames] = useState(wanted)
  const [moves, setMoves] = useState(0)
  const [seen, setSeen] = useState<Sheet>()
  const select = useCallback(
    (next: Selection) => {
      setSelection(next)
      setMoves((now) => now + 1)
      setNames({
        machineId: data.machines[sheet.columns[next.at.column] ?? -1]?.id ?? '',
        styleId: data.styles[sheet.rows[next.at.row] ?? -1]?.id ?? '',
      })
    },
    [data, sheet],
  )
  if (seen !== sheet) {
    setSeen(sheet)
    const column = sheet.columns.findIndex((place) => data.machines[place]?.id === names.machineId)
    const row = sheet.rows.findIndex((place) => data.styles[place]?.id === names.styleId)
    const isMoved = column >= 0 && row >= 0 && (column !== selection.at.column || row !== selection.at.row)
    setSelection(isMoved ? atOnly({ row, column }) : heldWithin(selection, sizeOfSheet(sheet)))
  }
  return useMemo(
    () => ({ selection: heldWithin(selection, sizeOfSheet(sheet)), select, moves }),
    [selection, select, sheet, moves],
  )
}

export function sizeOfSheet({ rows, columns }: Sheet): { rows: number; columns: number } {
  return { rows: rows.length, columns: columns.length }
}

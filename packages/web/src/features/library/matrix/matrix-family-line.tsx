// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold a million cells, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the cell with the cursor
import { memo } from 'react'

export interface MatrixFamilyLineProps {
  name: string
  top: number
  height: number
  rowIndex: number
}

/** The line of a family, above its styles. */
export const MatrixFamilyLine = memo(function MatrixFamilyLine(props: MatrixFamilyLineProps) {
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className="absolute inset-x-0 border-b border-line bg-surface-3"
      style={{ top: props.top, height: props.height }}
    >
      <div role="rowheader" aria-colindex={1} className="sr-only">
        {props.name}
      </div>
    </div>
  )
})

// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold a million cells, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the cell with the cursor
import { memo } from 'react'
import { factsOf, fromCharacter } from './cell-code.ts'
import { cellWords } from './cell-words.ts'

export interface MatrixStripProps {
  /** A character for each cell (cell-code.ts), so that two strips are compared at once. */
  cells: string
  /** The column of the first cell. */
  column: number
  /** Distance from the start of the line, and the width of a cell, px. */
  start: number
  width: number
  /** The column with the cursor, and what it is called then; -1 where it is elsewhere. */
  at: number
  atWords: string
  atId: string
  /** Which columns are selected: from, up to, but without, the end. */
  selectedFrom: number
  selectedEnd: number
  /** Cells that the filter does not ask for, as bits from the first. */
  faint: number
}

/** Neighbouring cells of a line. Rendered again only when one of them changes. */
export const MatrixStrip = memo(function MatrixStrip(props: MatrixStripProps) {
  const { cells, column, start, width } = props
  return (
    <div
      role="presentation"
      className="absolute inset-y-0 flex"
      style={{ insetInlineStart: start, width: width * cells.length }}
    >
      {Array.from(cells, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the column is what a cell is known by
        <Cell key={column + index} {...props} index={index} />
      ))}
    </div>
  )
})

function Cell({ index, ...props }: MatrixStripProps & { index: number }) {
  const column = props.column + index
  const code = fromCharacter(props.cells, index)
  const { answer, stale, live, contradicted, conditions } = factsOf(code)
  const isAt = column === props.at
  const isFaint = ((props.faint >> index) & 1) === 1
  return (
    <div
      role="gridcell"
      id={isAt ? props.atId : undefined}
      aria-colindex={column + 2}
      aria-label={isAt ? props.atWords : cellWords(code)}
      aria-selected={column >= props.selectedFrom && column < props.selectedEnd ? true : undefined}
      data-answer={answer}
      data-stale={(stale && !isFaint) || undefined}
      data-live={live || undefined}
      data-contradicted={contradicted || undefined}
      data-faint={isFaint ? answer : undefined}
      className="matrix-cell"
      style={{ width: props.width }}
    >
      {conditions > 0 && !isFaint ? conditions : null}
    </div>
  )
}

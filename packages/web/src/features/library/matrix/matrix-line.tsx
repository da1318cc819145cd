// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold a million cells, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the cell with the cursor
import { memo } from 'react'
import { STRIP } from './grid-measures.ts'
import { MatrixStrip } from './matrix-strip.tsx'

export interface MatrixLineProps {
  name: string
  top: number
  height: number
  /** Its place in the grid, the head being the first two. */
  rowIndex: number
  nameWidth: number
  columnWidth: number
  /** The strips that are drawn, by their places, with a character for each cell. */
  places: readonly number[]
  strips: readonly string[]
  faint: readonly number[]
  /** The column with the cursor where it is in this line, else -1. */
  at: number
  atWords: string
  atId: string
  selectedFrom: number
  selectedEnd: number
}

/**
 * A packaging style and its answers for the machines in sight. A line is a stacking context: with one for each strip, a frame was lost with every
 * strip that came into sight (decision 0166).
 */
export const MatrixLine = memo(function MatrixLine(props: MatrixLineProps) {
  const { nameWidth, columnWidth, at } = props
  return (
    <div
      role="row"
      aria-rowindex={props.rowIndex}
      className="absolute inset-x-0 isolate border-b border-line"
      style={{ top: props.top, height: props.height }}
    >
      <div role="rowheader" aria-colindex={1} className="sr-only">
        {props.name}
      </div>
      {props.strips.map((cells, index) => {
        const strip = props.places[index] ?? 0
        const column = strip * STRIP
        const isHere = at >= column && at < column + STRIP
        return (
          <MatrixStrip
            key={strip}
            cells={cells}
            column={column}
            start={nameWidth + column * columnWidth}
            width={columnWidth}
            at={isHere ? at : -1}
            atWords={isHere ? props.atWords : ''}
            atId={props.atId}
            selectedFrom={within(props.selectedFrom, column)}
            selectedEnd={within(props.selectedEnd, column)}
            faint={props.faint[index] ?? 0}
          />
        )
      })}
    </div>
  )
}, isSameLine)

/** A selection beside a strip is the same to it wherever it is. */
function within(edge: number, column: number): number {
  return Math.max(column, Math.min(edge, column + STRIP))
}

/** Every scroll creates new lists, so their entries are compared. */
function isSameLine(one: MatrixLineProps, other: MatrixLineProps): boolean {
  const keys = Object.keys(one) as (keyof MatrixLineProps)[]
  return keys.every((key) => {
    const [before, now] = [one[key], other[key]]
    return Array.isArray(before) && Array.isArray(now)
      ? before.length === now.length && before.every((value, index) => value === now[index])
      : before === now
  })
}

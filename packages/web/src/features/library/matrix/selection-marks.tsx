import { memo, type PointerEvent } from 'react'
import { blockOf, type Selection, sizeOf } from './block.ts'
import { type GridWindow, type Measures, STRIP } from './grid-measures.ts'
import type { Sheet } from './sheet.ts'
import type { GridRoom } from './use-grid-window.ts'

interface MarksProps {
  selection: Selection
  room: GridRoom
}

/** The row and the column of the cursor, below the cells: lit as two bands, so that no cell is drawn anew when it moves. */
export function SelectionBelow({ selection, room, height }: MarksProps & { height: number }) {
  const { left, top, width, rowHeight } = cellBox(selection.at, room)
  return (
    <div aria-hidden="true" className="contents">
      <div className="absolute inset-x-0 bg-kraft-soft/60" style={{ top, height: rowHeight }} />
      <div className="absolute top-0 bg-kraft-soft/60" style={{ insetInlineStart: left, width, height }} />
      <div className="absolute bg-surface" style={{ insetInlineStart: left, width, top, height: rowHeight }} />
    </div>
  )
}

interface SelectionMarksProps extends MarksProps {
  onHandleDown: (event: PointerEvent<HTMLElement>) => void
}

/** The frames of the block and of the cell with the cursor, above the cells. */
export function SelectionMarks({ selection, room, onHandleDown }: SelectionMarksProps) {
  const block = blockOf(selection)
  const isBlock = sizeOf(block) > 1
  const { left, top, width, rowHeight } = cellBox(selection.at, room)
  const area = blockBox(selection, room)
  return (
    <div aria-hidden="true" className="contents">
      {isBlock && (
        <div
          className="pointer-events-none absolute z-2 border-2 border-kraft bg-kraft/15"
          style={{ insetInlineStart: area.left, width: area.width, top: area.top, height: area.height }}
        />
      )}
      <div
        className="pointer-events-none absolute z-2 border-2 border-control group-focus/grid:border-focus"
        style={{ insetInlineStart: left, width, top, height: rowHeight }}
      />
      <div
        onPointerDown={onHandleDown}
        className="absolute z-3 hidden size-11 touch-none place-items-center any-pointer-coarse:grid"
        style={{ insetInlineStart: area.left + area.width - 22, top: area.top + area.height - 22 }}
      >
        <span className="size-3.5 rounded-full border-2 border-surface bg-focus" />
      </div>
    </div>
  )
}

interface GroupRulesProps {
  sheet: Sheet
  drawn: Pick<GridWindow, 'strip' | 'stripEnd'>
  measures: Measures
  height: number
}

/** The lines between types of machines. */
export const GroupRules = memo(function GroupRules({ sheet, drawn, measures, height }: GroupRulesProps) {
  const [from, end] = [drawn.strip * STRIP, drawn.stripEnd * STRIP]
  const inSight = sheet.groups.filter((group) => group.end >= from && group.end <= end)
  return (
    <div aria-hidden="true" className="contents">
      {inSight.map((group) => (
        <div
          key={group.end}
          className="absolute top-0 w-px bg-line-2"
          style={{ insetInlineStart: measures.name + group.end * measures.column - 1, height }}
        />
      ))}
    </div>
  )
})

function cellBox({ row, column }: Selection['at'], { sheet, tops, measures }: GridRoom) {
  const line = sheet.lineOfRow[row] ?? 0
  const [top = 0, end = 0] = [tops[line], tops[line + 1]]
  return {
    left: measures.name + column * measures.column,
    top,
    width: measures.column,
    // The line below belongs to the row.
    rowHeight: end - top - 1,
  }
}

function blockBox(selection: Selection, { sheet, tops, measures }: GridRoom) {
  const { row, rowEnd, column, columnEnd } = blockOf(selection)
  const top = tops[sheet.lineOfRow[row] ?? 0] ?? 0
  const end = tops[(sheet.lineOfRow[rowEnd - 1] ?? 0) + 1] ?? 0
  return {
    left: measures.name + column * measures.column,
    width: (columnEnd - column) * measures.column,
    top,
    height: end - top - 1,
  }
}

// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold a million cells, and places them itself
import './matrix.css'
import { t } from '@packhouse/messages'
import { type CSSProperties, type Ref, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { Selection } from './block.ts'
import type { Measures } from './grid-measures.ts'
import type { MatrixData } from './matrix-data.ts'
import { MatrixHead } from './matrix-head.tsx'
import { MatrixLines } from './matrix-lines.tsx'
import { GroupRules, SelectionBelow, SelectionMarks } from './selection-marks.tsx'
import { type Sheet, topsOf } from './sheet.ts'
import { type GridActs, useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useGridWindow } from './use-grid-window.ts'

export interface MatrixGridProps {
  data: MatrixData
  sheet: Sheet
  measures: Measures
  selection: Selection
  /** How often something was selected: only then the cell is scrolled into sight. */
  moves: number
  acts: GridActs
  /** Which cells a filter asks for; all others are drawn faintly. */
  wanted: ((code: number) => boolean) | undefined
  ref?: Ref<MatrixGridHandle>
}

export interface MatrixGridHandle {
  focus: () => void
}

/**
 * Machines beside packaging styles, of which only what is in sight is drawn. One tab stop: the focus is on the grid, which names
 * the cell with the cursor.
 */
export function MatrixGrid({ data, sheet, measures, selection, moves, acts, wanted, ref }: MatrixGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const tops = useMemo(() => topsOf(sheet, measures), [sheet, measures])
  const room = useMemo(() => ({ sheet, tops, measures }), [sheet, tops, measures])
  const { drawn, look, reveal } = useGridWindow(box, room)
  const { at } = selection
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has scrolled away stays there when others change the matrix
  useLayoutEffect(() => reveal(at), [moves])
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus({ preventScroll: true }) }), [])
  const onKeyDown = useGridKeys({ box, room, selection, acts })
  const pointer = useGridPointer({ box, room, selection, acts })
  const [head, height] = [measures.groupHead + measures.machineHead, tops.at(-1) ?? 0]
  return (
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={t('matrix.stylesByMachine')}
      aria-rowcount={sheet.lines.length + 2}
      aria-colcount={sheet.columns.length + 1}
      aria-multiselectable={true}
      aria-activedescendant={`${id}at`}
      onScroll={look}
      onKeyDown={onKeyDown}
      {...pointer.handlers}
      className="group/grid relative min-h-72 flex-1 select-none overflow-auto overscroll-contain rounded-panel border border-line bg-surface focus-visible:outline-offset-0 max-md:rounded-none max-md:border-x-0"
    >
      <div
        role="presentation"
        className="relative"
        style={{
          ...({ '--cell': `${measures.column}px`, '--cell-height': `${measures.line}px` } as CSSProperties),
          width: measures.name + sheet.columns.length * measures.column,
          height: head + height,
        }}
      >
        <MatrixHead data={data} sheet={sheet} measures={measures} drawn={drawn} at={at.column} />
        <div role="rowgroup" className="absolute inset-x-0" style={{ top: head, height }}>
          <SelectionBelow selection={selection} room={room} height={height} />
          <GroupRules sheet={sheet} drawn={drawn} measures={measures} height={height} />
          <MatrixLines {...{ data, sheet, measures, selection, wanted, tops, drawn }} atId={`${id}at`} />
          <SelectionMarks selection={selection} room={room} onHandleDown={pointer.onHandleDown} />
        </div>
      </div>
    </div>
  )
}

// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold thousands of rows, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell with the cursor
import { t } from '@packhouse/messages'
import { type MouseEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Leave } from './cell-editor.tsx'
import { CellReason } from './cell-reason.tsx'
import { columnsFor } from './columns.ts'
import { DropLine } from './drop-line.tsx'
import { GridHead, HEAD_HEIGHT } from './grid-head.tsx'
import { GridLine } from './grid-row.tsx'
import { EXTRAS_KEY, gridRows, sectionAt } from './grid-rows.ts'
import { PasteQuestion } from './paste-question.tsx'
import { RowEditor } from './row-editor.tsx'
import { useGridCursor } from './use-grid-cursor.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useOpenPart } from './use-open-part.ts'
import { usePaste } from './use-paste.ts'
import { useRowDrag } from './use-row-drag.ts'
import { ROW_HEIGHT, useRowWindow } from './use-row-window.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

/** An open cell, with the text that it begins with; undefined is that of the cell. */
interface Editing {
  text: string | undefined
}

export interface ItemGridProps {
  folded: ReadonlySet<string>
  onFold: (name: string) => void
  /** Sections that have no line yet. */
  emptySections: readonly string[]
  /** The section with the cursor, whenever it is another one. */
  onSection: (name: string) => void
  ref: Ref<ItemGridHandle>
}

export interface ItemGridHandle {
  /** Puts the cursor to the head of a section, or of the extras by their key. */
  goTo: (section: string) => void
}

/** Lines and extras as a grid of cells. One tab stop; only the rows in sight are drawn. */
export function ItemGrid({ folded, onFold, emptySections, onSection, ref }: ItemGridProps) {
  const { store, editing: mayEdit } = useWorkspace()
  const items = useSheet(({ sheet }) => sheet.items)
  const extras = useSheet(({ sheet }) => sheet.extras)
  const columns = useMemo(() => columnsFor(store.seesCosts), [store.seesCosts])
  const rows = useMemo(
    () => gridRows(items, extras, { folded, editing: mayEdit, empty: emptySections }),
    [items, extras, folded, mayEdit, emptySections],
  )
  const tracks = useMemo(() => `36px 112px ${columns.map(({ track }) => track).join(' ')} 40px`, [columns])
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [edited, setEdited] = useState<Editing>()
  const { cursor, moveTo } = useGridCursor(rows, columns)
  const { first, end, look, reveal } = useRowWindow(box, rows.length, HEAD_HEIGHT)
  const { open } = useOpenPart()
  const go = (row: number, column: number) => {
    moveTo(row, column)
    reveal(Math.max(0, Math.min(row, rows.length - 1)))
  }
  const section = sectionAt(rows, cursor.row)
  useEffect(() => onSection(section), [onSection, section])
  useImperativeHandle(ref, () => ({
    goTo(name) {
      const at = rows.findIndex((one) => (one.kind === 'section' ? one.name : one.key) === name)
      if (at < 0) return
      go(at, 0)
      focus()
    },
  }))
  const focus = () => box.current?.focus({ preventScroll: true })
  const wanted = useSheet(({ wantedRow }) => wantedRow)
  useEffect(() => {
    const at = rows.findIndex(({ key }) => key === wanted)
    if (wanted === undefined || at < 0) return
    store.goTo(undefined)
    go(at, 0)
    focus()
  })
  const row = rows[cursor.row]
  const column = columns[cursor.column]
  const begin = (text: string | undefined) => {
    if (!mayEdit || row === undefined || column === undefined) return
    const isSold = row.kind === 'items' || row.kind === 'extras'
    if (isSold && (column.kind === 'worked' || (column.onlyItems && row.kind === 'extras'))) return
    // An input has one line: a longer description is edited in the drawer.
    if (isSold && column.key === 'description' && row.row.description.includes('\n'))
      return open({ kind: row.kind, id: row.id })
    setEdited({ text })
  }
  const leave = (to: Leave) => {
    setEdited(undefined)
    focus()
    if (to === 'right' || to === 'left') events.step(to === 'right' ? 1 : -1)
    else if (to !== 'stay') go(cursor.row + (to === 'down' ? 1 : -1), cursor.column)
  }
  const drag = useRowDrag(box, rows, HEAD_HEIGHT)
  const paste = usePaste({ rows, columns, cursor })
  const events = useGridEvents({ box, rows, columns, cursor, go, begin, onFold, paste: paste.read })
  const editor = edited && row && column && (
    <RowEditor
      row={row}
      column={column}
      text={edited.text}
      onLeave={leave}
      onPasteTable={(text) => {
        setEdited(undefined)
        focus()
        paste.read(text)
      }}
    />
  )
  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target)
    if (place === undefined || !(event.target instanceof Element) || event.target.closest('input,button')) return
    // The menu of a row stands in its cell: what is chosen there is no click on the cell.
    if (event.target.closest('[role=menu]')) return focus()
    const clicked = rows[place.row]
    const isFold = event.target.closest('[data-fold]') !== null
    if (isFold) onFold(clicked?.kind === 'section' ? clicked.name : EXTRAS_KEY)
    const isAgain = place.row === cursor.row && place.column === cursor.column
    moveTo(place.row, place.column)
    if (edited === undefined) focus()
    if (isAgain && !isFold && edited === undefined) begin(undefined)
    if (!isAgain && (clicked?.kind === 'add' || clicked?.kind === 'add-extra')) setEdited({ text: undefined })
  }
  return (
    <>
      <div
        ref={box}
        role="grid"
        tabIndex={0}
        aria-label={t('estimator.linesOfProject')}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 3}
        aria-readonly={!mayEdit}
        aria-activedescendant={rows.length > 0 ? `${id}at` : undefined}
        onScroll={look}
        onClick={onClick}
        {...drag.events}
        aria-describedby={`${id}keys`}
        onKeyDown={events.onKeyDown}
        onBlur={events.onBlur}
        className={`relative min-h-72 flex-1 overflow-auto overscroll-contain rounded-t-panel border border-line bg-surface focus-visible:outline-offset-0 ${drag.drag === undefined ? '' : 'cursor-grabbing select-none'}`}
      >
        <div
          role="presentation"
          className="relative min-w-[1080px]"
          style={{ height: HEAD_HEIGHT + rows.length * ROW_HEIGHT }}
        >
          <GridHead columns={columns} tracks={tracks} />
          <div role="rowgroup" className="absolute inset-x-0" style={{ top: HEAD_HEIGHT }}>
            {drawnRows(first, end, cursor.row, rows.length).map((index) => {
              const one = rows[index]
              if (one === undefined) return null
              const isAt = index === cursor.row
              return (
                <GridLine
                  key={one.key}
                  id={isAt ? `${id}at` : id}
                  row={one}
                  index={index}
                  columns={columns}
                  tracks={tracks}
                  at={isAt ? cursor.column : undefined}
                  isFolded={folded.has(one.kind === 'section' ? one.name : EXTRAS_KEY)}
                  editor={isAt ? editor : undefined}
                />
              )
            })}
            <DropLine drop={drag.drag?.drop} />
          </div>
        </div>
      </div>
      <CellReason id={`${id}keys`} row={row} column={column} />
      <PasteQuestion question={paste.question} onAnswer={paste.answer} onClose={focus} />
      <p role="status" className="sr-only">
        {events.said}
      </p>
    </>
  )
}

/** The rows in sight, and that with the cursor, which the grid names. */
function drawnRows(first: number, end: number, cursor: number, count: number): number[] {
  const indexes = Array.from({ length: Math.max(0, Math.min(end, count) - first) }, (_, at) => first + at)
  return cursor >= first && cursor < end ? indexes : [...indexes, cursor]
}

function placeOf(target: EventTarget): { row: number; column: number } | undefined {
  if (!(target instanceof HTMLElement || target instanceof SVGElement)) return undefined
  const row = target.closest('[data-row]')?.getAttribute('data-row')
  if (row == null) return undefined
  return { row: Number(row), column: Number(target.closest('[data-column]')?.getAttribute('data-column') ?? 0) }
}

// biome-ignore-all lint/a11y/useSemanticElements: a table would have to hold thousands of rows, and places them itself
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the cell with the cursor
import { t } from '@packhouse/messages'
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { AddLine } from './add-line.tsx'
import { CellEditor, type Leave } from './cell-editor.tsx'
import { cellText, pageWriting, readCell } from './cell-values.ts'
import { type Column, columnsFor } from './columns.ts'
import { GridLine } from './grid-row.tsx'
import { EXTRAS_KEY, type GridRow, gridRows } from './grid-rows.ts'
import { renameSection, update } from './line-steps.ts'
import { PasteQuestion } from './paste-question.tsx'
import { SectionNameEditor } from './section-name-editor.tsx'
import { useGridCursor } from './use-grid-cursor.ts'
import { useGridEvents } from './use-grid-events.ts'
import { useOpenPart } from './use-open-part.ts'
import { usePaste } from './use-paste.ts'
import { ROW_HEIGHT, useRowWindow } from './use-row-window.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

const HEAD_HEIGHT = 34

/** An open cell, with the text that it begins with; undefined is that of the cell. */
interface Editing {
  text: string | undefined
}

export interface ItemGridProps {
  folded: ReadonlySet<string>
  onFold: (name: string) => void
  /** Sections that have no line yet. */
  emptySections: readonly string[]
}

/** Lines and extras as a grid of cells. One tab stop; only the rows in sight are drawn. */
export function ItemGrid({ folded, onFold, emptySections }: ItemGridProps) {
  const { store, editing: mayEdit } = useWorkspace()
  const items = useSheet(({ sheet }) => sheet.items)
  const extras = useSheet(({ sheet }) => sheet.extras)
  const columns = useMemo(() => columnsFor(store.seesCosts), [store.seesCosts])
  const rows = useMemo(
    () => gridRows(items, extras, { folded, editing: mayEdit, empty: emptySections }),
    [items, extras, folded, mayEdit, emptySections],
  )
  const tracks = useMemo(() => `32px 116px ${columns.map(({ track }) => track).join(' ')} 40px`, [columns])
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
  const focus = () => box.current?.focus({ preventScroll: true })
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
    const steps = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const
    const [down, right] = steps[to]
    if (to !== 'stay') go(cursor.row + down, cursor.column + right)
  }
  const paste = usePaste({ rows, columns, cursor })
  const events = useGridEvents({ rows, columns, cursor, go, begin, onFold, paste: paste.read })
  const editor = edited && row && column && (
    <Editor
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
        onKeyDown={events.onKeyDown}
        onPaste={events.onPaste}
        onCopy={events.onCopy}
        className="relative min-h-72 flex-1 overflow-auto overscroll-contain rounded-t-panel border border-line bg-surface focus-visible:outline-offset-0"
      >
        <div
          role="presentation"
          className="relative min-w-[1080px]"
          style={{ height: HEAD_HEIGHT + rows.length * ROW_HEIGHT }}
        >
          <Head columns={columns} tracks={tracks} />
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
          </div>
        </div>
      </div>
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

function Head({ columns, tracks }: { columns: readonly Column[]; tracks: string }) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 grid border-b border-line-2 bg-surface-2 text-12 font-[550] text-text-2"
      style={{ gridTemplateColumns: tracks, height: HEAD_HEIGHT }}
    >
      <span role="columnheader" aria-colindex={1}>
        <span className="sr-only">{t('estimator.included')}</span>
      </span>
      <span role="columnheader" aria-colindex={2} className="flex items-center px-2">
        {t('estimator.itemCode')}
      </span>
      {columns.map(({ key, label, kind }, index) => (
        <span
          key={key}
          role="columnheader"
          aria-colindex={index + 3}
          className={`flex items-center px-2 ${kind === 'text' ? '' : 'justify-end'}`}
        >
          {label}
        </span>
      ))}
      <span role="columnheader" aria-colindex={columns.length + 3}>
        <span className="sr-only">{t('estimator.rowActs')}</span>
      </span>
    </div>
  )
}

interface EditorProps {
  row: GridRow
  column: Column
  text: string | undefined
  onLeave: (to: Leave) => void
  onPasteTable: (text: string) => void
}

/** What is typed into the row with the cursor: a cell, the name of a section, or a new line. */
function Editor({ row, column, text, onLeave, onPasteTable }: EditorProps) {
  const { store } = useWorkspace()
  if (row.kind === 'add' || row.kind === 'add-extra') {
    const section = row.kind === 'add' ? row.section : undefined
    return <AddLine section={section} text={text ?? ''} onClose={() => onLeave('stay')} onPasteTable={onPasteTable} />
  }
  if (row.kind === 'section') {
    const rename = (name: string) => {
      if (name !== row.name) store.make(renameSection(store.sheet, row.name, name))
      onLeave('stay')
    }
    return <SectionNameEditor name={text ?? row.name} onCommit={rename} onCancel={() => onLeave('stay')} />
  }
  if (row.kind === 'extras-head') return null
  const before = store.fault(row.id, column.key)?.text ?? cellText(row.row, column.key)
  const commit = (typed: string, to: Leave) => {
    onLeave(to)
    if (typed === before) return
    const read = readCell({ kind: row.kind, row: row.row }, column, typed, pageWriting(), store.currency.minorUnits)
    store.setFault(row.id, column.key, 'fault' in read ? { text: typed, message: read.fault } : undefined)
    if ('values' in read) store.make(update(row.kind, row.id, read.values))
  }
  return (
    <CellEditor
      kind={row.kind}
      row={row.row}
      column={column}
      text={text ?? before}
      marked={text === undefined}
      onCommit={commit}
      onCancel={() => {
        store.setFault(row.id, column.key, undefined)
        onLeave('stay')
      }}
      onPasteTable={onPasteTable}
    />
  )
}

import { AddLine } from './add-line.tsx'
import { CellEditor, type Leave } from './cell-editor.tsx'
import { cellText, pageWriting, readCell } from './cell-values.ts'
import { type Column, columnsFor } from './columns.ts'
import type { GridRow } from './grid-rows.ts'
import { renameSection, update } from './line-steps.ts'
import type { Values } from './project-sheet.ts'
import { SectionNameEditor } from './section-name-editor.tsx'
import { useWorkspace } from './workspace-context.ts'

interface RowEditorProps {
  row: GridRow
  column: Column
  text: string | undefined
  onLeave: (to: Leave) => void
  onPasteTable: (text: string) => void
}

/** What is typed into the row with the cursor: a cell, the name of a section, or a new line. */
export function RowEditor({ row, column, text, onLeave, onPasteTable }: RowEditorProps) {
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
  /** A margin that was typed while no cost was known becomes a price with the cost. */
  const marginThatWaited = (values: Values): Values => {
    const waiting = column.key === 'unitCost' ? store.fault(row.id, 'margin') : undefined
    const margin = columnsFor(store.seesCosts).find(({ key }) => key === 'margin')
    if (waiting === undefined || margin === undefined) return {}
    const now = { kind: row.kind, row: { ...row.row, ...values } }
    const read = readCell(now, margin, waiting.text, pageWriting(), store.currency.minorUnits)
    store.setFault(row.id, 'margin', 'fault' in read ? { text: waiting.text, message: read.fault } : undefined)
    return 'values' in read ? read.values : {}
  }
  const commit = (typed: string, to: Leave) => {
    onLeave(to)
    if (typed === before) return
    const read = readCell({ kind: row.kind, row: row.row }, column, typed, pageWriting(), store.currency.minorUnits)
    store.setFault(row.id, column.key, 'fault' in read ? { text: typed, message: read.fault } : undefined)
    if (!('values' in read)) return
    const values = { ...read.values, ...marginThatWaited(read.values) }
    store.make(update(row.kind, row.id, values))
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

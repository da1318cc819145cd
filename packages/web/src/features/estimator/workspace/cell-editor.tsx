import { t } from '@packhouse/messages'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { pageWriting, readCell } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { Extra, Item } from './project-sheet.ts'
import { useTypedKept } from './use-typed-kept.ts'
import { useWorkspace } from './workspace-context.ts'

/** Where the cursor goes after a cell. */
export type Leave = 'down' | 'up' | 'right' | 'left' | 'stay'

export interface CellEditorProps {
  kind: 'items' | 'extras'
  row: Item | Extra
  column: Column
  /** What it begins with. */
  text: string
  /** Whether its text is marked at first. */
  marked: boolean
  onCommit: (text: string, leave: Leave) => void
  onCancel: () => void
  /** Several cells were pasted. */
  onPasteTable: (text: string) => void
}

/** The input of one cell. What is typed is its own until it is left; the totals follow each key. */
export function CellEditor(props: CellEditorProps) {
  const { kind, row, column, onCommit, onCancel } = props
  const { store } = useWorkspace()
  const [text, setText] = useState(props.text)
  const input = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  const kept = useTypedKept({
    keep: (values) => store.keepTyped(kind, row.id, values),
    drop: (fields) => store.dropTyped(kind, row.id, fields),
  })
  const leave = (work: () => void) => {
    if (isLeft.current) return
    isLeft.current = true
    store.draft.set(undefined)
    kept.end()
    work()
  }
  const type = (typed: string) => {
    setText(typed)
    const read = readCell({ kind, row }, column, typed, pageWriting(), store.currency.minorUnits)
    store.draft.set('values' in read ? { kind, id: row.id, values: read.values } : undefined)
    kept.later('values' in read ? read.values : { [column.key]: typed })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the cell is opened
  useLayoutEffect(() => {
    input.current?.focus()
    if (props.marked) input.current?.select()
    else if (props.text !== '') type(props.text)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    const left = leaveBy(event)
    if (event.key === 'Escape') {
      kept.drop()
      leave(onCancel)
    } else if (left !== undefined) leave(() => onCommit(text, left))
    else return
    event.preventDefault()
  }
  return (
    <input
      ref={input}
      value={text}
      aria-label={t('estimator.cellOf', { column: column.label, line: row.description })}
      inputMode={column.kind === 'text' ? 'text' : 'decimal'}
      onChange={(event) => type(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => leave(() => onCommit(text, 'stay'))}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text/plain')
        event.stopPropagation()
        if (!/[\t\n]/.test(pasted.trimEnd())) return
        event.preventDefault()
        leave(() => props.onPasteTable(pasted))
      }}
      className={`absolute inset-0 z-10 w-full bg-surface px-2 text-13 text-text outline-2 -outline-offset-2 outline-focus ${column.kind === 'text' ? '' : 'text-end tabular-nums'}`}
    />
  )
}

function leaveBy({ key, shiftKey }: KeyboardEvent): Leave | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return undefined
}

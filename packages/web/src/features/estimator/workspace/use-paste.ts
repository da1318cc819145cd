import { MAX_ITEMS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { showToast } from '../../../ui/toasts.tsx'
import type { Writing } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { DecimalSign } from './decimal-text.ts'
import type { GridRow } from './grid-rows.ts'
import { pasteStep, writingOf } from './paste-step.ts'
import { readTable } from './paste-table.ts'
import type { Cursor } from './use-grid-cursor.ts'
import { useWorkspace } from './workspace-context.ts'

/** How the numbers of a pasted table are meant, which is never guessed. */
export interface WritingQuestion {
  example: string
  table: string[][]
}

/** Pastes a table from the cursor on, as one step. */
export function usePaste({
  rows,
  columns,
  cursor,
}: {
  rows: readonly GridRow[]
  columns: readonly Column[]
  cursor: Cursor
}) {
  const { store } = useWorkspace()
  const [question, setQuestion] = useState<WritingQuestion>()
  const place = { rows, columns, row: cursor.row, column: cursor.column, minorUnits: store.currency.minorUnits }
  const insert = (table: string[][], writing: Writing) => {
    const pasted = pasteStep(table, place, writing)
    const added = pasted.step.changes.filter(({ kind, op }) => kind === 'items' && op === 'create').length
    if (store.sheet.items.length + added > MAX_ITEMS) {
      showToast({ message: t('estimator.pasteTooLong', { max: MAX_ITEMS }), tone: 'failed' })
      return
    }
    store.make(pasted.step)
    for (const { id, field, text, message } of pasted.faults) store.setFault(id, field, { text, message })
    showToast({ message: t('estimator.pasted', { count: pasted.rowCount }) })
  }
  const read = (text: string) => {
    if (text.trim() === '') return
    const table = readTable(text)
    const writing = writingOf(table, place)
    if ('example' in writing) setQuestion({ example: writing.example, table })
    else insert(table, writing)
  }
  const answer = (sign: DecimalSign | undefined) => {
    if (question !== undefined && sign !== undefined) insert(question.table, { sign, isSure: true })
    setQuestion(undefined)
  }
  return { read, question, answer }
}

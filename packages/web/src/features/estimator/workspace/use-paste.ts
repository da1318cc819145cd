import { itemMasters, MAX_ITEMS } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import type { DecimalSign } from '../../../lib/format/decimal-text.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { showToast } from '../../../ui/toasts.tsx'
import type { Writing } from './cell-values.ts'
import type { Column } from './columns.ts'
import type { GridRow } from './grid-rows.ts'
import { itemsByCode, lineOfItem } from './item-line.ts'
import { kindAt, type LinesByCode, pasteStep, possibleCodes, writingOf } from './paste-step.ts'
import { readTable } from './paste-table.ts'
import type { Cursor } from './use-grid-cursor.ts'
import { useWorkspace } from './workspace-context.ts'

/** How the numbers of a pasted table are meant, which is never guessed. */
export interface WritingQuestion extends PastedTable {
  example: string
}

interface PastedTable {
  table: string[][]
  lines: LinesByCode
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
  const mayLookUp = usePermission(itemMasters.calls.list).allowed
  const [question, setQuestion] = useState<WritingQuestion>()
  const place = { rows, columns, row: cursor.row, column: cursor.column, minorUnits: store.currency.minorUnits }
  const insert = ({ table, lines }: PastedTable, writing: Writing) => {
    const pasted = pasteStep(table, place, writing, lines)
    const added = pasted.step.changes.filter(({ kind, op }) => kind === 'items' && op === 'create').length
    if (store.sheet.items.length + added > MAX_ITEMS) {
      showToast({ message: t('estimator.pasteTooLong', { max: MAX_ITEMS }), tone: 'failed' })
      return
    }
    store.make(pasted.step)
    for (const { id, field, text, message } of pasted.faults) store.setFault(id, field, { text, message })
    showToast({ message: t('estimator.pasted', { count: pasted.rowCount }) })
  }
  const linesOf = async (table: string[][]): Promise<LinesByCode> => {
    const codes = mayLookUp ? possibleCodes(table, place) : []
    if (codes.length === 0) return new Map()
    const found = await itemsByCode(codes)
    return new Map([...found].map(([code, item]) => [code, lineOfItem(item, store.project.currency, kindAt(place))]))
  }
  const read = async (text: string) => {
    if (text.trim() === '') return
    const table = readTable(text)
    const lines = await linesOf(table).catch(() => undefined)
    if (lines === undefined) {
      showToast({ message: t('estimator.codesNotFound'), tone: 'failed' })
      return
    }
    const writing = writingOf(table, place)
    if ('example' in writing) setQuestion({ example: writing.example, table, lines })
    else insert({ table, lines }, writing)
  }
  const answer = (sign: DecimalSign | undefined) => {
    if (question !== undefined && sign !== undefined) insert(question, { sign, isSure: true })
    setQuestion(undefined)
  }
  return { read: (text: string) => void read(text), question, answer }
}

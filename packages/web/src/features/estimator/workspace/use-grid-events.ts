import { t } from '@packhouse/messages'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { cellText } from './cell-values.ts'
import type { Column } from './columns.ts'
import { cellBeside, type GridAct, gridAct } from './grid-keys.ts'
import { EXTRAS_KEY, type GridRow } from './grid-rows.ts'
import { moveRow, update } from './line-steps.ts'
import type { Step } from './project-sheet.ts'
import { moveSection } from './row-drops.ts'
import type { Cursor } from './use-grid-cursor.ts'
import { useWorkspace } from './workspace-context.ts'

interface GridEventParts {
  box: RefObject<HTMLElement | null>
  rows: readonly GridRow[]
  columns: readonly Column[]
  cursor: Cursor
  go: (row: number, column: number) => void
  begin: (text: string | undefined) => void
  onFold: (name: string) => void
  paste: (text: string) => void
}

/** What keys and the clipboard do in the grid while no cell is edited. */
export function useGridEvents({ box, rows, columns, cursor, go, begin, onFold, paste }: GridEventParts) {
  const { store, editing } = useWorkspace()
  /** After Escape, Tab goes on to what follows the grid. */
  const isReleased = useRef(false)
  /** What has just happened, for a screen reader. */
  const [said, setSaid] = useState('')
  const row = rows[cursor.row]
  const run = (act: Exclude<GridAct, { act: 'step' | 'release' }>): void => {
    if (act.act === 'move') go(cursor.row + act.rows, cursor.column + act.columns)
    else if (act.act === 'to') {
      const to = { first: 0, last: rows.length - 1, same: cursor.row }[act.row]
      go(to, act.column === 'first' ? 0 : columns.length - 1)
    } else if (act.act === 'edit') begin(act.text)
    else if (act.act !== 'open') ofRow(act)
    else if (isHead(row)) onFold(foldName(row))
    else begin(undefined)
  }
  const ofRow = (act: Extract<GridAct, { act: 'menu' | 'toggle' | 'shift' }>): void => {
    if (row?.kind === 'section' && act.act === 'shift' && editing) {
      shifted(moveSection(store.sheet, row.name, act.by), row.name)
    }
    if (row?.kind !== 'items' && row?.kind !== 'extras') return
    if (act.act === 'menu') {
      document.querySelector<HTMLElement>(`[data-menu="${row.id}"]`)?.click()
    } else if (!editing) {
      return
    } else if (act.act === 'toggle') {
      if (row.kind === 'extras') store.make(update('extras', row.id, { selected: !row.row.selected }))
    } else {
      shifted(moveRow(store.sheet, row.kind, row.id, act.by), row.row.description)
    }
  }
  const shifted = (step: Step | undefined, name: string): void => {
    if (step === undefined) return
    store.make(step)
    setSaid(t('estimator.movedTo', { name }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const act = gridAct(event)
    if (act === undefined) return
    if (act.act === 'release') {
      isReleased.current = true
      return
    }
    if (act.act !== 'step') isReleased.current = false
    else if (!step(act.by)) return
    event.preventDefault()
    if (act.act !== 'step') run(act)
  }
  /** To the cell before or after. @returns whether there is one for Tab to go to */
  const step = (by: 1 | -1): boolean => {
    const beside = editing && !isReleased.current ? cellBeside(cursor, by, rows.length, cellsOf) : undefined
    if (beside !== undefined) go(beside.row, beside.column)
    return beside !== undefined
  }
  const cellsOf = (at: number) => (isSold(rows[at]) ? columns.length : 1)
  useClipboard(box, {
    paste: (event) => {
      if (!editing) return
      event.preventDefault()
      paste(event.clipboardData?.getData('text/plain') ?? '')
    },
    copy: (event) => {
      const column = columns[cursor.column]
      if (column === undefined || (row?.kind !== 'items' && row?.kind !== 'extras')) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', cellText(row.row, column.key))
    },
  })
  const onBlur = () => {
    isReleased.current = false
  }
  return { onKeyDown, onBlur, step, said }
}

/**
 * Listens to the clipboard while an element has the focus. Browsers send its events to where the text cursor was put by the last click, such
 * as a cell, a heading elsewhere or the body, and not to what has the focus.
 */
function useClipboard(
  box: RefObject<HTMLElement | null>,
  acts: Record<'paste' | 'copy', (event: ClipboardEvent) => void>,
): void {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      if (document.activeElement !== box.current) return
      latest.current[event.type === 'paste' ? 'paste' : 'copy'](event)
    }
    document.addEventListener('paste', listen)
    document.addEventListener('copy', listen)
    return () => {
      document.removeEventListener('paste', listen)
      document.removeEventListener('copy', listen)
    }
  }, [box])
}

function isSold(row: GridRow | undefined): boolean {
  return row?.kind === 'items' || row?.kind === 'extras'
}

function isHead(row: GridRow | undefined): row is Extract<GridRow, { kind: 'section' | 'extras-head' }> {
  return row?.kind === 'section' || row?.kind === 'extras-head'
}

function foldName(row: Extract<GridRow, { kind: 'section' | 'extras-head' }>): string {
  return row.kind === 'section' ? row.name : EXTRAS_KEY
}

import type { KeyboardEvent } from 'react'
import { alongText } from '../../lib/language/reading-direction.ts'
import { clearSelection, extendBy, moveCursor, type Selection, toggleAll, toggleRow } from '../selection.ts'

export interface TableKeysParts {
  order: readonly string[]
  selection: Selection
  onSelect: (selection: Selection) => void
  onOpen: (id: string) => void
  focusRow: (id: string) => void
}

const FAR = 10
const END = 1_000_000

/** How far a key moves the cursor. */
const steps: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: FAR,
  PageUp: -FAR,
  Home: -END,
  End: END,
}

/**
 * The keys of a table's rows: arrows move, with Shift they extend, Space selects, Ctrl-A selects all, Enter opens. Escape
 * clears the selection; with nothing selected it is left to whatever is around the table.
 */
export function onRowKey(event: KeyboardEvent, parts: TableKeysParts): void {
  const next = nextSelection(event, parts)
  if (next) {
    event.preventDefault()
    parts.onSelect(next)
    if (next.cursor !== undefined) parts.focusRow(next.cursor)
    return
  }
  // What a cell holds to be pressed has its own Enter.
  if (event.key === 'Enter' && parts.selection.cursor !== undefined && !isPressable(event.target)) {
    event.preventDefault()
    parts.onOpen(parts.selection.cursor)
  }
}

/** Whether the focus is on a row, and not on something else in it. */
export function isRowStop(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('tr, a[data-row-link]')
}

function isPressable(target: EventTarget): boolean {
  return target instanceof HTMLAnchorElement || target instanceof HTMLButtonElement
}

function nextSelection(event: KeyboardEvent, { order, selection }: TableKeysParts): Selection | undefined {
  const { key, shiftKey } = event
  const command = event.ctrlKey || event.metaKey
  const step = steps[key]
  if (step !== undefined && !command) {
    return shiftKey ? extendBy(selection, order, step) : moveCursor(selection, order, step)
  }
  if (key === ' ' && selection.cursor !== undefined) return toggleRow(selection, selection.cursor)
  if (key === 'a' && command) return toggleAll({ ...selection, ids: new Set() }, order)
  if (key === 'Escape' && selection.ids.size > 0) return clearSelection(selection)
  return undefined
}

/** The keys of the head row: left and right move between its buttons, down leads back to the rows. */
export function onHeadKey(event: KeyboardEvent<HTMLElement>, toRows: () => void): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')]
  const index = controls.indexOf(event.target as HTMLElement)
  const key = alongText(event.key)
  if (key === 'ArrowDown') toRows()
  else if (key === 'ArrowRight') controls[Math.min(index + 1, controls.length - 1)]?.focus()
  else if (key === 'ArrowLeft') controls[Math.max(index - 1, 0)]?.focus()
  else return
  event.preventDefault()
}

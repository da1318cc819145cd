import type { CompatibilityResult } from '@packhouse/contract'
import type { KeyboardEvent, RefObject } from 'react'
import { alongText } from '../../../lib/language/reading-direction.ts'
import { atOnly, blockOf, type Selection, sizeOf } from './block.ts'
import { nextPlace } from './grid-keys.ts'
import { type GridRoom, sightOf } from './use-grid-window.ts'

/** What somebody may do in the grid, with keys, pointer or buttons. */
export interface GridActs {
  select: (selection: Selection) => void
  /** Gives the selected cells an answer; conditional opens the drawer, because it needs a condition. */
  answer: (answer: CompatibilityResult) => void
  /** Opens the evidence of the cell with the cursor. */
  open: () => void
  nextOpenQuestion: () => void
  undo: () => void
  redo: () => void
  /** Closes the drawer. */
  close: () => void
}

const answerOfKey: Readonly<Partial<Record<string, CompatibilityResult>>> = {
  y: 'yes',
  c: 'conditional',
  n: 'no',
  u: 'unknown',
}

interface Parts {
  box: RefObject<HTMLElement | null>
  room: GridRoom
  selection: Selection
  acts: GridActs
}

/** The keys of the grid. What it does not know is left to the browser. */
export function useGridKeys({ box, room, selection, acts }: Parts): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.target !== event.currentTarget) return
    const act = actOf(event, selection, acts) ?? moveOf(event, { box, room, selection, acts })
    if (act === undefined) return
    event.preventDefault()
    act()
  }
}

function actOf(event: KeyboardEvent, selection: Selection, acts: GridActs): (() => void) | undefined {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? acts.redo : acts.undo
    return key === 'y' ? acts.redo : undefined
  }
  const answer = answerOfKey[key]
  if (answer !== undefined) return () => acts.answer(answer)
  if (key === 'enter') return acts.open
  if (key === '?') return acts.nextOpenQuestion
  if (key !== 'escape') return undefined
  return sizeOf(blockOf(selection)) > 1 ? () => acts.select(atOnly(selection.at)) : acts.close
}

function moveOf(event: KeyboardEvent, { box, room, selection, acts }: Parts): (() => void) | undefined {
  const { sheet, measures } = room
  const sight = box.current ? sightOf(box.current, measures) : { height: 0 }
  const place = nextPlace({ key: alongText(event.key), ctrlKey: event.ctrlKey, metaKey: event.metaKey }, selection.at, {
    rows: sheet.rows.length,
    columns: sheet.columns.length,
    page: Math.max(1, Math.floor(sight.height / measures.line) - 1),
  })
  if (place === undefined) return undefined
  return () => acts.select(event.shiftKey ? { anchor: selection.anchor, at: place } : atOnly(place))
}

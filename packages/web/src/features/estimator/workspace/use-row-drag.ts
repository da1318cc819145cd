import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { GridRow } from './grid-rows.ts'
import { type Drop, dropAt, moveLineTo, moveSectionTo } from './row-drops.ts'
import { ROW_HEIGHT } from './use-row-window.ts'
import { useWorkspace } from './workspace-context.ts'

const EDGE_PX = 40
const SCROLL_PX = 12

type DraggedRow = Extract<GridRow, { kind: 'items' | 'section' }>

interface Drag {
  row: DraggedRow
  drop: Drop | undefined
}

/**
 * Moves lines and sections by their handles, with a mouse, a pen or a finger. The rows stay where they are until it is let go; a line shows where.
 * @param headHeight of what covers the rows, in pixels
 */
export function useRowDrag(box: RefObject<HTMLElement | null>, rows: readonly GridRow[], headHeight: number) {
  const { store } = useWorkspace()
  const [drag, setDrag] = useState<Drag>()
  const held = useRef<DraggedRow>(undefined)
  const end = () => {
    held.current = undefined
    setDrag(undefined)
  }
  useEffect(() => {
    if (drag === undefined) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  })
  const follow = (row: DraggedRow, y: number) => {
    const { current } = box
    if (current === null) return
    const { top, bottom } = current.getBoundingClientRect()
    if (y < top + headHeight + EDGE_PX) current.scrollTop -= SCROLL_PX
    else if (y > bottom - EDGE_PX) current.scrollTop += SCROLL_PX
    const above = Math.round((y - top - headHeight + current.scrollTop) / ROW_HEIGHT)
    setDrag({ row, drop: dropAt(rows, row.kind === 'items' ? 'line' : 'section', above) })
  }
  const put = ({ row, drop }: Drag) => {
    if (drop === undefined) return
    const step =
      row.kind === 'items' ? moveLineTo(store.sheet, row.id, drop) : moveSectionTo(store.sheet, row.name, drop.section)
    if (step !== undefined) store.make(step)
  }
  const events = {
    onPointerDown({ button, pointerId, target, currentTarget, clientY }: PointerEvent<HTMLElement>) {
      const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null
      const row = rows[Number(handle?.closest<HTMLElement>('[data-row]')?.dataset.row)]
      if (button !== 0 || (row?.kind !== 'items' && row?.kind !== 'section')) return
      held.current = row
      currentTarget.setPointerCapture(pointerId)
      follow(row, clientY)
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (held.current !== undefined) follow(held.current, clientY)
    },
    onPointerUp() {
      if (drag !== undefined) put(drag)
      end()
    },
    onPointerCancel: end,
  }
  return { drag, events }
}

import type { ProjectState } from '@packhouse/contract'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { startGhost } from './card-ghost.ts'

/** A press that moves less is a click. */
const SLOP_PX = 6
const EDGE_PX = 48
const SCROLL_PX = 16

interface Press {
  id: string
  status: ProjectState
  element: HTMLElement
  x: number
  y: number
}

/** A card on its way, and the column below it. */
export interface CardDrag {
  id: string
  from: ProjectState
  over: ProjectState | undefined
}

/**
 * Drags cards by mouse or pen; a finger scrolls, and has the menu. Escape puts a card back.
 * @param onDrop the column in which a card was let go, when that is another one
 */
export function useCardDrag(board: RefObject<HTMLElement | null>, onDrop: (drag: CardDrag, to: ProjectState) => void) {
  const [drag, setDrag] = useState<CardDrag>()
  const press = useRef<Press>(undefined)
  const ghost = useRef<ReturnType<typeof startGhost>>(undefined)
  const end = () => {
    press.current = undefined
    ghost.current?.remove()
    ghost.current = undefined
    setDrag(undefined)
  }
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') end()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  })
  useEffect(() => () => ghost.current?.remove(), [])
  const start = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = press.current
    if (from === undefined || Math.hypot(clientX - from.x, clientY - from.y) < SLOP_PX) return
    // From here on it is no click on the link of the card.
    board.current?.setPointerCapture(pointerId)
    ghost.current = startGhost(from.element, from)
    setDrag({ id: from.id, from: from.status, over: from.status })
  }
  const events = {
    onPointerDown({ button, pointerType, target, clientX, clientY }: PointerEvent) {
      if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return
      const element = target.closest('button') === null ? target.closest<HTMLElement>('article[data-id]') : null
      const status = statusAt(element)
      if (element === null || status === undefined) return
      press.current = { id: element.dataset.id ?? '', status, element, x: clientX, y: clientY }
    },
    onPointerMove(event: PointerEvent) {
      if (ghost.current === undefined) return start(event)
      const { clientX, clientY } = event
      ghost.current.moveTo(clientX, clientY)
      scrollAtEdge(board.current, clientX)
      const over = statusAt(document.elementFromPoint(clientX, clientY))
      setDrag((now) => (now === undefined || now.over === over ? now : { ...now, over }))
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      const over = statusAt(document.elementFromPoint(clientX, clientY))
      end()
      if (drag !== undefined && over !== undefined && over !== drag.from) onDrop(drag, over)
    },
    onPointerCancel: end,
    // A link would be dragged as its address.
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
  return { drag, events }
}

function statusAt(element: Element | null): ProjectState | undefined {
  return element?.closest<HTMLElement>('[data-status]')?.dataset.status as ProjectState | undefined
}

/** Brings columns into sight that a card is dragged towards. */
function scrollAtEdge(board: HTMLElement | null, x: number): void {
  if (board === null) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE_PX) board.scrollLeft -= SCROLL_PX
  else if (x > right - EDGE_PX) board.scrollLeft += SCROLL_PX
}

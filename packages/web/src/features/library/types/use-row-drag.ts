import { type PointerEvent, type RefObject, useState } from 'react'
import { placeAt } from './field-order.ts'

interface Drag {
  id: string
  from: number
  to: number
}

/** What a handle needs to know. */
export interface HandleEvents {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** How a row looks while one is dragged: the one that moves, or where it would be put. */
export type DragMark = 'moves' | 'before' | 'after' | undefined

/**
 * Moves rows by a handle, with a mouse, a pen or a finger. The rows stay where they are until it is let go; a line shows where.
 * @param body whose rows are dragged
 */
export function useRowDrag(body: RefObject<HTMLElement | null>, onMove: (id: string, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const middles = () =>
    [...(body.current?.querySelectorAll('tr') ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2
    })
  const end = () => setDrag(undefined)
  return {
    handleOf: (id: string, from: number): HandleEvents => ({
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ id, from, to: from })
      },
      onPointerMove({ clientY }) {
        if (drag !== undefined) setDrag({ ...drag, to: placeAt(middles(), drag.from, clientY) })
      },
      onPointerUp() {
        if (drag !== undefined) onMove(drag.id, drag.to)
        end()
      },
      onPointerCancel: end,
    }),
    markOf(place: number): DragMark {
      if (drag === undefined) return undefined
      if (place === drag.from) return 'moves'
      if (place !== drag.to) return undefined
      return drag.to < drag.from ? 'before' : 'after'
    },
  }
}

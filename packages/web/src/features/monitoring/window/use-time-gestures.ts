import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { movedSpan, scaledSpan } from './page-view.ts'
import { momentAt, type TimeSpan } from './time-span.ts'

/** Commands that change the time range of the page. */
export interface WindowControl {
  /** Shows a stretch while a gesture goes on. */
  preview: (span: TimeSpan | undefined) => void
  /** Shows a stretch for good. */
  zoomTo: (span: TimeSpan) => void
  zoomOut: () => void
}

/** Pixels that a hand may tremble. */
const TREMBLE = 6

type Gesture =
  | { kind: 'select'; from: number }
  | { kind: 'wait' | 'pan' | 'scroll'; startX: number; startY: number; span: TimeSpan }
  | { kind: 'pinch'; distance: number; middle: number; span: TimeSpan }

interface Selection {
  from: number
  to: number
}

/**
 * Drag to zoom, drag with Shift or with one finger to pan, two fingers to pinch, two clicks to zoom out. Upright
 * scrolling stays the page's own.
 */
export function useTimeGestures(surface: RefObject<HTMLElement | null>, span: TimeSpan, control: WindowControl) {
  const gesture = useRef<Gesture>(undefined)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const shown = useRef<TimeSpan>(undefined)
  /** Whether one finger moves the window; where the surface scrolls sideways, it scrolls. */
  const pans = useRef(true)
  const [selection, setSelection] = useState<Selection>()

  const placeOf = (x: number) => {
    const { left, width } = surface.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return Math.min(1, Math.max(0, (x - left) / width))
  }
  const show = (next: TimeSpan) => {
    shown.current = next
    control.preview(next)
  }
  useEffect(() => () => control.preview(undefined), [control])

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    pans.current = event.pointerType !== 'touch' || !getComputedStyle(event.currentTarget).touchAction.includes('pan-x')
    const [first, second] = [...fingers.current.values()]
    if (first && second) {
      const middle = momentAt(span, placeOf((first.x + second.x) / 2))
      gesture.current = { kind: 'pinch', distance: Math.max(20, Math.abs(first.x - second.x)), middle, span }
    } else if (event.pointerType === 'mouse' && !event.shiftKey) {
      gesture.current = { kind: 'select', from: event.clientX }
    } else {
      gesture.current = { kind: 'wait', startX: event.clientX, startY: event.clientY, span }
    }
    if (event.pointerType === 'mouse') capture(event)
  }

  const move = (event: PointerEvent) => {
    const finger = fingers.current.get(event.pointerId)
    const now = gesture.current
    if (!finger || !now) return
    finger.x = event.clientX
    if (now.kind === 'select') {
      setSelection({ from: placeOf(Math.min(now.from, event.clientX)), to: placeOf(Math.max(now.from, event.clientX)) })
      return
    }
    if (now.kind === 'pinch') {
      const [first, second] = [...fingers.current.values()]
      if (first && second) {
        show(scaledSpan(now.span, now.distance / Math.max(20, Math.abs(first.x - second.x)), now.middle))
      }
      return
    }
    const way = event.clientX - now.startX
    if (now.kind === 'wait' && Math.abs(way) > TREMBLE) {
      if (!pans.current) {
        // The browser scrolls; nothing is read when the finger is lifted.
        now.kind = 'scroll'
        return
      }
      now.kind = 'pan'
      capture(event)
    }
    const width = surface.current?.clientWidth ?? 1
    if (now.kind === 'pan') show(movedSpan(now.span, -way / width))
  }

  const end = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    const now = gesture.current
    if (!now || fingers.current.size > 0) return
    gesture.current = undefined
    setSelection(undefined)
    if (now.kind === 'select' && event.type === 'pointerup' && Math.abs(event.clientX - now.from) > TREMBLE) {
      const [a, b] = [placeOf(now.from), placeOf(event.clientX)].sort((one, other) => one - other)
      control.zoomTo({ from: momentAt(span, a ?? 0), to: momentAt(span, b ?? 1) })
    } else if (shown.current) {
      control.zoomTo(shown.current)
    }
    shown.current = undefined
  }

  return {
    selection,
    /** Whether the pointer reads and neither drags nor scrolls. */
    reads: () => gesture.current === undefined || gesture.current.kind === 'wait',
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
      onDoubleClick: (event: MouseEvent) => {
        event.preventDefault()
        control.zoomOut()
      },
    },
  }
}

function capture(event: PointerEvent): void {
  event.currentTarget.setPointerCapture(event.pointerId)
}

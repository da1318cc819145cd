import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Place } from './world-map-view.ts'

export interface MapGestures {
  onPan: (by: Place) => void
  onZoom: (factor: number, at: Place) => void
  /** The map itself was pressed, not something on it. @returns whether that did something, so that no tap follows */
  onPress: () => boolean
  /** The map itself was pressed and released again without dragging it. */
  onTap: (at: Place) => void
}

/** A pointer that moves no further than this is held still, pixels. */
const STILL = 5

/** How long a word about the wheel stays, milliseconds. */
const HINT_MS = 1_400

/**
 * Drags with pointer or finger, pinches with two, and turns the wheel into a zoom. The wheel scrolls the page until
 * somebody works with the map or holds Ctrl: a page must not stop scrolling because a map passes under the pointer.
 * @returns whether to say so now
 */
export function useMapGestures(map: RefObject<HTMLElement | null>, gestures: MapGestures): boolean {
  const [hinting, setHinting] = useState(false)
  const onPan = useEffectEvent(gestures.onPan)
  const onZoom = useEffectEvent(gestures.onZoom)
  const onPress = useEffectEvent(gestures.onPress)
  const onTap = useEffectEvent(gestures.onTap)
  useEffect(() => {
    const element = map.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) {
        setHinting(true)
        return
      }
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      onZoom(2 ** (-Math.max(-200, Math.min(200, event.deltaY * lines)) / 200), within(element, event))
    }
    // React listens passively, and then the page would scroll as well.
    element.addEventListener('wheel', onWheel, { passive: false })
    const stopDragging = followPointers(element, { onPan, onZoom, onPress, onTap })
    return () => {
      element.removeEventListener('wheel', onWheel)
      stopDragging()
    }
  }, [map])
  useEffect(() => {
    if (!hinting) return
    const timer = setTimeout(() => setHinting(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [hinting])
  return hinting
}

function within(element: HTMLElement, { clientX, clientY }: MouseEvent): Place {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** Follows the pointers that went down on the map itself and not on something on it. */
function followPointers(element: HTMLElement, { onPan, onZoom, onPress, onTap }: MapGestures): () => void {
  const pointers = new Map<number, Place>()
  /** Where the pointer went down that may become a tap. */
  let pressed: Place | undefined
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
    pointers.set(event.pointerId, within(element, event))
    element.setPointerCapture(event.pointerId)
    element.focus({ preventScroll: true })
    const isUsed = onPress()
    pressed = isUsed || pointers.size > 1 ? undefined : within(element, event)
  }
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const now = within(element, event)
    pointers.set(event.pointerId, now)
    if (pressed && distance(now, pressed) > STILL) pressed = undefined
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
    onPan({ x: (now.x - before.x) / pointers.size, y: (now.y - before.y) / pointers.size })
    if (other) onZoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other))
  }
  const cancel = (event: PointerEvent) => {
    pointers.delete(event.pointerId)
    pressed = undefined
  }
  const up = (event: PointerEvent) => {
    const isTap = pressed !== undefined && pointers.has(event.pointerId)
    cancel(event)
    if (isTap) onTap(within(element, event))
  }
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: cancel } as const
  const each = Object.entries(listeners) as [keyof typeof listeners, (event: PointerEvent) => void][]
  for (const [name, listener] of each) element.addEventListener(name, listener)
  return () => {
    for (const [name, listener] of each) element.removeEventListener(name, listener)
  }
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Place, b: Place): Place {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import {
  boundView,
  fitView,
  type MapSize,
  type MapView,
  type Place,
  panView,
  toScreen,
  zoomView,
} from './world-map-view.ts'

export interface MapState {
  view: MapView
  /** Whether the view follows the points by itself. */
  fitted: boolean
  fit: () => void
  /** Stays where it is, whatever becomes of the points. */
  hold: () => void
  pan: (by: Place) => void
  zoom: (factor: number, at?: Place) => void
  /** Comes close enough to see these places apart. */
  approach: (places: readonly Place[]) => void
  /** Brings a place into sight, if it is not. */
  reveal: (place: Place) => void
}

/** What a map shows. It follows its points until somebody moves it, and again after `fit`. */
export function useMapState(places: readonly Place[], size: MapSize): MapState {
  const [moved, setMoved] = useState<MapView | null>(null)
  const fitted = useMemo(() => fitView(places, size), [places, size])
  // A window that became smaller must not leave a view that is out of bounds.
  const view = useMemo(() => (moved ? boundView(moved, size) : fitted), [moved, fitted, size])
  const change = (next: (view: MapView) => MapView) => setMoved((before) => next(before ?? fitted))
  return {
    view,
    fitted: moved === null,
    fit: () => setMoved(null),
    hold: () => setMoved(view),
    pan: (by) => change((now) => panView(now, by, size)),
    zoom: (factor, at) => change((now) => zoomView(now, factor, size, at)),
    approach: (some) => {
      const near = fitView(some, size)
      setMoved({ ...near, scale: Math.max(near.scale, view.scale) })
    },
    reveal: (place) => {
      const { x, y } = toScreen(place, view, size)
      if (x < 0 || y < 0 || x > size.width || y > size.height) change((now) => boundView({ ...now, ...place }, size))
    },
  }
}

/** The size of an element, and 0 by 0 before it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): MapSize {
  const [size, setSize] = useState<MapSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

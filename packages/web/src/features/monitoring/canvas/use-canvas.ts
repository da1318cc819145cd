import { type RefObject, useEffect, useRef } from 'react'
import { canvasPainter, type Paint } from './canvas-painter.ts'

/** Gives a canvas to the page's painter. `paint` must keep its identity while it would paint the same. */
export function useCanvas(paint: Paint): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef(paint)

  useEffect(() => {
    latest.current = paint
    if (ref.current) canvasPainter.repaint(ref.current, paint)
  }, [paint])

  useEffect(() => (ref.current ? canvasPainter.add(ref.current, latest.current) : undefined), [])

  return ref
}

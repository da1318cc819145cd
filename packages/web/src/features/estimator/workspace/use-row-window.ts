import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Height of a row in pixels; all have the same. */
export const ROW_HEIGHT = 32
const MARGIN_ROWS = 8

/** Which rows of a scrolling box are drawn; it changes with each few rows that are scrolled past. @param headHeight of what covers the rows */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, headHeight: number) {
  const [range, setRange] = useState({ first: 0, end: 40 })
  const look = useCallback(() => {
    const { current } = box
    if (current === null) return
    const top = Math.floor(current.scrollTop / ROW_HEIGHT / MARGIN_ROWS) * MARGIN_ROWS
    const first = Math.max(0, top - MARGIN_ROWS)
    const seen = Math.ceil(current.clientHeight / ROW_HEIGHT)
    const end = Math.min(count, top + seen + 2 * MARGIN_ROWS)
    setRange((now) => (now.first === first && now.end === end ? now : { first, end }))
  }, [box, count])
  useLayoutEffect(() => {
    look()
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box, look])
  const reveal = useCallback(
    (row: number) => {
      const { current } = box
      if (current === null) return
      const top = row * ROW_HEIGHT
      const room = current.clientHeight - headHeight
      if (top < current.scrollTop) current.scrollTop = top
      else if (top + ROW_HEIGHT > current.scrollTop + room) current.scrollTop = top + ROW_HEIGHT - room
      look()
    },
    [box, look, headHeight],
  )
  return { ...range, look, reveal }
}

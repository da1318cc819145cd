import { type RefObject, useLayoutEffect, useState } from 'react'
import { rowWindow, scrollTopFor } from './row-window.ts'

/** Which rows of a scrolling box are drawn. Its state changes once per row that is scrolled past, not with every pixel. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, rowHeight: number, headHeight: number) {
  const [view, setView] = useState({ top: 0, height: 0 })
  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    const top = Math.floor(scrollTop / rowHeight) * rowHeight
    setView((now) => (now.top === top && now.height === clientHeight ? now : { top, height: clientHeight }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is measured anew when the number of its rows changes
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [count])
  return {
    ...rowWindow(count, rowHeight, view),
    onScroll: look,
    /** Scrolls until a row is seen; it is drawn with the next rendering. */
    reveal: (row: number) => {
      const { current } = box
      if (!current) return
      const { scrollTop: top, clientHeight: height } = current
      current.scrollTop = scrollTopFor(row, rowHeight, { top, height, head: headHeight })
      look()
    },
  }
}

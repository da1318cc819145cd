import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { Place } from './grid-keys.ts'
import { type GridWindow, lineAt, type Measures, type Sight, scrollFor, windowOf } from './grid-measures.ts'
import type { Sheet } from './sheet.ts'

export interface GridRoom {
  sheet: Sheet
  tops: readonly number[]
  measures: Measures
}

/** How the head and the names cover the scrolling box. */
export function sightOf(box: HTMLElement, { name, groupHead, machineHead }: Measures): Sight {
  return {
    top: box.scrollTop,
    // Negative where people read from right to left.
    start: Math.abs(box.scrollLeft),
    height: Math.max(0, box.clientHeight - groupHead - machineHead),
    width: Math.max(0, box.clientWidth - name),
  }
}

/**
 * Which lines and strips of a scrolling box are drawn. Its state changes once for each line or strip that is scrolled past,
 * not with every pixel.
 */
export function useGridWindow(box: RefObject<HTMLElement | null>, { sheet, tops, measures }: GridRoom) {
  const columns = sheet.columns.length
  const [drawn, setDrawn] = useState<GridWindow>({ line: 0, lineEnd: 0, strip: 0, stripEnd: 0 })
  const look = useCallback(() => {
    const { current } = box
    if (current === null) return
    const next = windowOf(sightOf(current, measures), tops, columns, measures)
    setDrawn((now) => (isSame(now, next) ? now : next))
  }, [box, tops, columns, measures])
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box, look])
  const reveal = useCallback(
    ({ row, column }: Place) => {
      const { current } = box
      if (current === null) return
      scrollTo(current, { row, column }, { sheet, tops, measures })
      look()
    },
    [box, look, sheet, tops, measures],
  )
  return { drawn, look, reveal }
}

/** Scrolls until a cell is seen, only as far as needed. */
function scrollTo(box: HTMLElement, { row, column }: Place, { sheet, tops, measures }: GridRoom): void {
  const sight = sightOf(box, measures)
  const line = sheet.lineOfRow[row] ?? 0
  // The name of its family comes into sight with the first style.
  const first = sheet.lines[line - 1]?.kind === 'family' ? line - 1 : line
  const top = scrollFor(tops[first] ?? 0, tops[line + 1] ?? 0, sight.top, sight.height)
  const begin = column * measures.column
  const start = scrollFor(begin, begin + measures.column, sight.start, sight.width)
  if (top !== sight.top) box.scrollTop = top
  if (start !== sight.start) box.scrollLeft = Math.sign(box.scrollLeft || directionOf(box)) * start
}

function directionOf(box: HTMLElement): number {
  return getComputedStyle(box).direction === 'rtl' ? -1 : 1
}

/** The cell under a point of the screen; the nearest one for a point beside the cells, undefined over a family's name. */
export function placeAt(
  box: HTMLElement,
  point: { clientX: number; clientY: number },
  { sheet, tops, measures }: GridRoom,
): Place | undefined {
  const edge = box.getBoundingClientRect()
  const sight = sightOf(box, measures)
  const across = directionOf(box) > 0 ? point.clientX - edge.left : edge.right - point.clientX
  const y = point.clientY - edge.top - measures.groupHead - measures.machineHead + sight.top
  const column = Math.floor((across - measures.name + sight.start) / measures.column)
  const line = sheet.lines[lineAt(tops, Math.max(0, y))]
  if (line === undefined || sheet.columns.length === 0) return undefined
  return { row: line.row, column: Math.max(0, Math.min(column, sheet.columns.length - 1)) }
}

/** Whether a point lies over the cells and not over the head, the names or a family's name. */
export function isOverCells(
  box: HTMLElement,
  point: { clientX: number; clientY: number },
  { sheet, tops, measures }: GridRoom,
): boolean {
  const edge = box.getBoundingClientRect()
  const across = directionOf(box) > 0 ? point.clientX - edge.left : edge.right - point.clientX
  const sight = sightOf(box, measures)
  const y = point.clientY - edge.top - measures.groupHead - measures.machineHead
  const isInside = across >= measures.name && y >= 0 && y < sight.height && across < measures.name + sight.width
  const isOnGrid = y + sight.top < (tops.at(-1) ?? 0)
  return isInside && isOnGrid && sheet.lines[lineAt(tops, y + sight.top)]?.kind === 'style'
}

function isSame(one: GridWindow, other: GridWindow): boolean {
  return (
    one.line === other.line &&
    one.lineEnd === other.lineEnd &&
    one.strip === other.strip &&
    one.stripEnd === other.stripEnd
  )
}

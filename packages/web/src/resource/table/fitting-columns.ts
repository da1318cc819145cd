import { type RefObject, useLayoutEffect, useState } from 'react'

/** What is known of a table: how wide it is with so many of its columns, where it was found not to fit. */
interface Measured {
  /** The columns that were measured and what was drawn of them, so that others are measured again. */
  columns: string
  /** Widths by how many columns were shown. */
  widths: Readonly<Record<number, number>>
  /** The room that there was last. */
  room: number
}

/** How many of the columns fit: as many as were not found to be wider than the room. */
export function fittingCount(count: number, { widths, room }: Pick<Measured, 'widths' | 'room'>): number {
  let fitting = count
  while (fitting > 0 && (widths[fitting] ?? 0) > room) fitting -= 1
  return fitting
}

/**
 * The columns of a table that fit into the room around it, the last ones dropped first: they are in the order of their importance. The table is
 * drawn, measured and drawn again before it is seen.
 * @param isOn whether columns may be dropped at all
 * @param drawn the content of the columns: rows have widths of their own, whatever their skeleton had
 */
export function useFittingColumns(
  columns: readonly string[],
  room: RefObject<HTMLElement | null>,
  isOn: boolean,
  drawn: 'rows' | 'skeleton',
): readonly string[] {
  const key = [drawn, ...columns].join()
  const [held, setHeld] = useState<Measured>({ columns: key, widths: {}, room: Number.POSITIVE_INFINITY })
  const measured = held.columns === key ? held : { columns: key, widths: {}, room: held.room }
  const count = isOn ? fittingCount(columns.length, measured) : columns.length
  useLayoutEffect(() => {
    const element = room.current
    if (element === null || !isOn) return
    const look = () => {
      const { clientWidth, scrollWidth } = element
      const isTooWide = scrollWidth > clientWidth && count > 0
      if (!isTooWide && measured.room === clientWidth) return
      const widths = isTooWide ? { ...measured.widths, [count]: scrollWidth } : measured.widths
      setHeld({ columns: key, widths, room: clientWidth })
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  })
  return columns.slice(0, count)
}

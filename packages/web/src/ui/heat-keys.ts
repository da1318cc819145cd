import { type KeyboardEvent, useRef, useState } from 'react'

/** A cell of a heat map. */
export interface HeatPlace {
  row: number
  hour: number
}

/** The cell that a key leads to; undefined is no key of a heat map. */
function heatPlaceFrom(key: string, { row, hour }: HeatPlace, lastRow: number): HeatPlace | undefined {
  const targets: Record<string, HeatPlace> = {
    ArrowLeft: { row, hour: Math.max(0, hour - 1) },
    ArrowRight: { row, hour: Math.min(23, hour + 1) },
    ArrowUp: { row: Math.max(0, row - 1), hour },
    ArrowDown: { row: Math.min(lastRow, row + 1), hour },
    Home: { row, hour: 0 },
    End: { row, hour: 23 },
  }
  return targets[key]
}

/** The cell of a heat map that Tab leads to. Its table has the rows in `tbody` and a `td` for each hour. */
export function useHeatPlace(first: HeatPlace, lastRow: number) {
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState(first)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = heatPlaceFrom(event.key, place, lastRow)
    if (!next) return
    event.preventDefault()
    setPlace(next)
    table.current?.querySelectorAll('tbody tr')[next.row]?.querySelectorAll('td')[next.hour]?.focus()
  }
  return { table, place, setPlace, onKeyDown }
}

/** A cell of a heat map. */
export interface HeatPlace {
  row: number
  hour: number
}

/** The cell that a key leads to; undefined is no key of a heat map. */
export function heatPlaceFrom(key: string, { row, hour }: HeatPlace, lastRow: number): HeatPlace | undefined {
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

import type { NumericHistory } from '../chart/series.ts'

/** Between which values a measured value usually lies. */
export interface NormalRange {
  from: number
  to: number
}

/** Fewer points say nothing of what is usual: with half-hour points, half a day. */
const FEWEST = 24
/** So much of all points may lie outside at either end. */
const TAIL = 0.02

/**
 * The normal range of a history: all but the lowest and the highest 2 % of its points, each with all values it covers.
 * @returns undefined where too little is known
 */
export function normalRange({ points }: Pick<NumericHistory, 'points'>): NormalRange | undefined {
  const known = points.flatMap(({ value, min, max }) =>
    value === null ? [] : [{ least: min ?? value, greatest: max ?? value }],
  )
  if (known.length < FEWEST) return undefined
  const outside = Math.floor(known.length * TAIL)
  const lowest = known.map(({ least }) => least).sort((a, b) => a - b)[outside]
  const highest = known.map(({ greatest }) => greatest).sort((a, b) => b - a)[outside]
  return lowest === undefined || highest === undefined ? undefined : { from: lowest, to: highest }
}

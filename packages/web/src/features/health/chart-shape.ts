/** Sizes of a picture in its own units. */
export const WIDTH = 400
export const HEIGHT = 104
const TOP = 8
export const BOTTOM = 88

export interface Point {
  /** From 0 to 1 along the picture. */
  x: number
  value: number | null
}

export const xOf = (x: number) => Math.round(x * WIDTH * 10) / 10

export const yOf = (value: number, highest: number) =>
  Math.round((BOTTOM - (value / highest) * (BOTTOM - TOP)) * 10) / 10

/** The top of the scale: round, and above everything that is shown. */
export function scaleTop(values: readonly (number | null)[]): number {
  const most = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  if (most === 0) return 1
  const unit = 10 ** Math.floor(Math.log10(most))
  return ([1, 1.5, 2, 3, 4, 5, 8, 10].find((step) => step * unit >= most * 1.05) ?? 15) * unit
}

/** Stretches of points that follow each other without a gap. */
export function stretchesOf(points: readonly Point[]): { x: number; value: number }[][] {
  const stretches: { x: number; value: number }[][] = [[]]
  for (const { x, value } of points) {
    if (value === null) stretches.push([])
    else stretches.at(-1)?.push({ x, value })
  }
  return stretches.filter((stretch) => stretch.length > 0)
}

/** Where nothing is known, from 0 to 1 along the picture: hatched, never 0 and never a joined line. */
export function gapsOf(points: readonly Point[]): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let begin: number | undefined
  points.forEach(({ x, value }, place) => {
    if (value === null) begin ??= points[place - 1]?.x ?? x
    else if (begin !== undefined) {
      gaps.push({ from: begin, to: x })
      begin = undefined
    }
  })
  if (begin !== undefined) gaps.push({ from: begin, to: points.at(-1)?.x ?? 1 })
  return gaps
}

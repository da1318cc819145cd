/** Fixed sizes in pixels: only so is it known without measuring what is in sight. */
export interface Measures {
  /** The first column. */
  name: number
  column: number
  line: number
  familyLine: number
  /** The two lines of the head. */
  groupHead: number
  machineHead: number
}

export const deskMeasures: Measures = {
  name: 232,
  column: 52,
  line: 29,
  familyLine: 25,
  groupHead: 32,
  machineHead: 40,
}

/** Fingers need 44 px. */
export const phoneMeasures: Measures = {
  name: 148,
  column: 46,
  line: 44,
  familyLine: 25,
  groupHead: 32,
  machineHead: 40,
}

/** Machines whose cells are drawn together: a scroll adds whole strips. */
export const STRIP = 4

/** What of the grid is drawn: lines and strips from the first up to, but without, the end. */
export interface GridWindow {
  line: number
  lineEnd: number
  strip: number
  stripEnd: number
}

/** What is in sight, px: how far it is scrolled, and how much room there is below the head and beside the names. */
export interface Sight {
  top: number
  start: number
  height: number
  width: number
}

const LINES_BEYOND = 6
const STRIPS_BEYOND = 1

/** @param tops where each line begins, px; one more entry says where the last ends */
export function windowOf(sight: Sight, tops: readonly number[], columns: number, { column }: Measures): GridWindow {
  const lines = tops.length - 1
  const strips = Math.ceil(columns / STRIP)
  const stripWidth = STRIP * column
  return {
    line: Math.max(0, lineAt(tops, sight.top) - LINES_BEYOND),
    lineEnd: Math.min(lines, lineAt(tops, sight.top + sight.height) + 1 + LINES_BEYOND),
    strip: Math.max(0, Math.min(strips, Math.floor(sight.start / stripWidth) - STRIPS_BEYOND)),
    stripEnd: Math.min(strips, Math.floor((sight.start + sight.width) / stripWidth) + 1 + STRIPS_BEYOND),
  }
}

/** The line at a height, by bisection; the first or the last beyond the ends. */
export function lineAt(tops: readonly number[], y: number): number {
  let low = 0
  let high = tops.length - 2
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Where to scroll to for a length to be in sight; `from` as it is where it is in sight already. */
export function scrollFor(begin: number, end: number, from: number, room: number): number {
  if (begin < from) return begin
  return end > from + room ? end - room : from
}

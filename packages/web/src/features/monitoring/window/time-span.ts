/** A stretch of time, milliseconds since 1970. */
export interface TimeSpan {
  from: number
  to: number
}

/** The position of a moment in a span, 0 to 1. */
export function placeIn({ from, to }: TimeSpan, time: number): number {
  return to > from ? (time - from) / (to - from) : 0
}

/** The moment at a place of a span, 0 to 1. */
export function momentAt({ from, to }: TimeSpan, place: number): number {
  return from + (to - from) * place
}

/** The span widened to whole multiples of `step` at both ends. */
export function alignedSpan({ from, to }: TimeSpan, step: number): TimeSpan {
  return { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step }
}

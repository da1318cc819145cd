/** Between the slanted lines of what is unknown, square to them, CSS pixels: the same in every picture. */
export const HATCH_STEP = 6

/** Slanted lines as the background of an element, in a colour. */
export function hatchOf(colour: string): string {
  return `repeating-linear-gradient(135deg, ${colour} 0 1px, transparent 1px ${HATCH_STEP}px)`
}

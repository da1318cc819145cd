/** An axis from `bottom` to `top` in round steps. */
export interface Scale {
  bottom: number
  top: number
  step: number
}

/** The round number that is no smaller: 1, 2, 2.5 or 5 of a magnitude. */
function roundStep(rough: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 2.5, 5].find((factor) => factor * magnitude >= rough * 0.999_999) ?? 10) * magnitude
}

/** An axis from zero that holds `highest`: up to four round steps. */
export function countScale(highest: number): Scale {
  const step = roundStep(Math.max(highest, 4) / 4)
  return { bottom: 0, top: Math.max(4, Math.ceil(highest / step) * step), step }
}

/** An axis around what was measured, in up to five steps; a constant value is in its middle. */
export function measureScale(lowest: number, highest: number): Scale {
  const spread = highest - lowest || Math.max(1, Math.abs(highest) * 0.02)
  const step = roundStep(spread / 3)
  const bottom = Math.floor((highest === lowest ? lowest - spread / 2 : lowest) / step) * step
  const top = Math.ceil((highest === lowest ? highest + spread / 2 : highest) / step) * step
  return { bottom, top, step }
}

/** The values of the steps of an axis, from its bottom to its top. */
export function stepsOf({ bottom, top, step }: Scale): number[] {
  return Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => bottom + n * step)
}

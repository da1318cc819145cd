import { numberFormat } from '../../../lib/format/numbers.ts'

/** An axis from `bottom` to `top` in round steps. */
export interface Scale {
  bottom: number
  top: number
  step: number
}

/** The round number that is no smaller: 1, 2, 2.5 or 5 of a magnitude. */
function roundStep(rough: number, factors = [1, 2, 2.5, 5]): number {
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  return (factors.find((factor) => factor * magnitude >= rough * 0.999_999) ?? 10) * magnitude
}

/** An axis from zero that holds `highest`: up to four round steps. Counts are whole, so its steps are too. */
export function countScale(highest: number): Scale {
  const rough = Math.max(highest, 4) / 4
  const step = rough < 10 ? roundStep(rough, [1, 2, 5]) : roundStep(rough)
  return { bottom: 0, top: Math.max(4, Math.ceil(highest / step) * step), step }
}

/** An axis around what was measured, in about as many steps as wanted and up to two more; a constant value is in its middle. */
export function measureScale(lowest: number, highest: number, steps = 3): Scale {
  const spread = highest - lowest || Math.max(1, Math.abs(highest) * 0.02)
  const step = roundStep(spread / steps)
  const bottom = Math.floor((highest === lowest ? lowest - spread / 2 : lowest) / step) * step
  const top = Math.ceil((highest === lowest ? highest + spread / 2 : highest) / step) * step
  return { bottom, top, step }
}

/** Writes the values of an axis with as many decimals as its steps need, so that none is rounded to another value. */
export function tickFormat({ step }: Scale): (value: number) => string {
  const digits =
    [0, 1, 2, 3, 4, 5, 6, 7, 8].find((count) => Math.abs(step - Number(step.toFixed(count))) < step / 1e6) ?? 8
  const format = numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (value) => format.format(value)
}

/** The values of the steps of an axis, from its bottom to its top. */
export function stepsOf({ bottom, top, step }: Scale): number[] {
  return Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => bottom + n * step)
}

import type { PriceChange, RoundingStep } from '../items/price-updates.ts'
import { type Exact, exact, plus, quotient, times, written } from './exact.ts'

const HUNDRED = exact('100')

/**
 * A price after a change by percent or an amount, rounded to a multiple of the step, half away from zero.
 * @param price as in `1250.50`. @returns without zeros at its end; null where it would be less than 0
 */
export function changedPrice(price: string, { kind, value }: PriceChange, step: RoundingStep): string | null {
  const before = exact(price)
  const raw = kind === 'amount' ? plus(before, exact(value)) : scaledDown(times(before, plus(HUNDRED, exact(value))))
  const unit = exact(step)
  const after = times(quotient(raw, unit, 0), unit)
  return after.units < 0 ? null : trimmed(written(after))
}

/** A hundredth. */
function scaledDown({ units, scale }: Exact): Exact {
  return { units, scale: scale + 2 }
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

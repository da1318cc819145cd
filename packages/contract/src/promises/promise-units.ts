import type { PromiseKind } from './promises.ts'

/** Cycles, or nothing, per minute. Packs and trays do not count as cycles: how many of them a cycle makes is not known. */
const CYCLES_PER_MINUTE =
  /^(((cycles?|strokes?|zyklen|zyklus|takte?|1)\s*)?(\/|(^|\s)(per|pro)\s)\s*(1\s*)?min(ute)?\.?|cpm|min\s*(-1|⁻¹))$/i

/** Up to it, an availability in percent was meant as a share of one. */
const LEAST_AVAILABILITY = 1

/** Whether the figure of a promise can be held against what the product measures: cycles per minute, or percent. What people measure has any unit. */
export function isComparablePromise({
  kind,
  figure,
  unit,
}: {
  kind: PromiseKind
  figure: number
  unit: string
}): boolean {
  const written = unit.trim()
  if (kind === 'other') return true
  if (kind === 'speed') return CYCLES_PER_MINUTE.test(written)
  if (written !== '%' || figure > 100) return false
  return kind === 'rejectRate' || figure > LEAST_AVAILABILITY
}

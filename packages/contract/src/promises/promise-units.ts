import type { PromiseKind } from './promises.ts'

/** Cycles, or nothing, per minute. */
const CYCLES_PER_MINUTE =
  /^(((cycles?|strokes?|zyklen|zyklus|takte?|1)\s*)?(\/|(^|\s)(per|pro)\s)\s*(1\s*)?min(ute)?\.?|cpm|min\s*(-1|⁻¹))$/i

/** Packs per minute, whatever is packed. */
const PACKS_PER_MINUTE =
  /^((packs?|packages?|packets?|pouch(es)?|bags?|trays?|cups?|bottles?|box(es)?|cartons?|pieces?|pcs|units?|products?|packung(en)?|beutel|schalen?|becher|flaschen?|kartons?|produkte?|stück|stk)\.?\s*(\/|\s(per|pro)\s)\s*(1\s*)?min(ute)?\.?|[bp]pm)$/i

/** Up to it, an availability in percent was meant as a share of one. */
const LEAST_AVAILABILITY = 1

/**
 * What a cycle counts for in the unit of a promised speed: 1 where that is cycles per minute, and as many as are packed with a cycle where it is packs per
 * minute. Null where nobody says how many these are, and in another unit.
 */
export function unitsPerCycle({ unit, packsPerCycle }: { unit: string; packsPerCycle: number | null }): number | null {
  const written = unit.trim()
  if (CYCLES_PER_MINUTE.test(written)) return 1
  return PACKS_PER_MINUTE.test(written) ? packsPerCycle : null
}

/** Whether the figure of a promise can be held against what the product measures: cycles or packs per minute, or percent. What people measure has any unit. */
export function isComparablePromise({
  kind,
  figure,
  unit,
  packsPerCycle,
}: {
  kind: PromiseKind
  figure: number
  unit: string
  packsPerCycle: number | null
}): boolean {
  const written = unit.trim()
  if (kind === 'other') return true
  if (kind === 'speed') return unitsPerCycle({ unit, packsPerCycle }) !== null
  if (written !== '%' || figure > 100) return false
  return kind === 'rejectRate' || figure > LEAST_AVAILABILITY
}

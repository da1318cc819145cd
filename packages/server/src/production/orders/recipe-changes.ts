import { foldCase } from '@packhouse/contract'

/** What a machine reported as its recipe, Unix ms. Null: none is set. */
export interface RecipeChange {
  at: number
  value: string | null
}

/**
 * When an order starts whose recipe a machine reports: when the recipe came in the place of another one, also somewhat before the planned start. A recipe that was there all along
 * counts from the planned start on. That none is set is no other recipe.
 * @param changes in time order, from somewhat before the planned start
 */
export function startOf(changes: readonly RecipeChange[], recipe: string, plannedFrom: number): number {
  const last = changes.findLastIndex(({ value }) => value !== null && !isSameRecipe(value, recipe))
  const at = changes.slice(last + 1).find(({ value }) => value !== null && isSameRecipe(value, recipe))?.at
  if (at === undefined) return plannedFrom
  return last === -1 ? Math.max(at, plannedFrom) : at
}

/** When a machine first reported another recipe. @param changes in time order, since the order started */
export function endOf(changes: readonly RecipeChange[], recipe: string): number | undefined {
  return changes.find(({ value }) => value !== null && !isSameRecipe(value, recipe))?.at
}

/** Machines write recipes in a case of their own. */
export function isSameRecipe(one: string, other: string): boolean {
  return foldCase(one.trim()) === foldCase(other.trim())
}

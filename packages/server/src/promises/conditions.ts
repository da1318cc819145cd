import { foldCase, type PromiseActual, type PromiseCondition } from '@packhouse/contract'
import {
  type ConditionedDay,
  conditionKey,
  NO_CONDITION,
  type RunningDay,
  type StoredSketch,
  type TagCondition,
} from '../library/area.ts'

/** The conditions of a promise that running time can be held against. */
export interface CheckedConditions {
  styleId: string | null
  recipe: string | null
  tag: PromiseActual['tag']
}

/** Running time under the conditions of a promise. */
export interface UnderConditions {
  days: RunningDay[]
  /** The speed that was set meanwhile, by recipe. */
  set: { recipe: string; sketch: StoredSketch }[]
  /** Running time of which it is not known whether it was under the condition of a tag, ms. */
  uncheckedMs: number
}

/**
 * What counts for a promise.
 * @param days of its machine; @param conditioned of the same days
 */
export function underConditions(
  { styleId, recipe, tag }: CheckedConditions,
  days: readonly RunningDay[],
  conditioned: readonly ConditionedDay[],
): UnderConditions {
  const own = days.filter(ofRecipes({ styleId, recipe }))
  const key = storedCondition(tag)
  const rows = new Map(
    conditioned.filter(({ condition }) => condition === key).map((row) => [`${row.day} ${row.recipe}`, row]),
  )
  const found = own.flatMap((day) => {
    const row = rows.get(`${day.day} ${day.recipe}`)
    return row === undefined ? [] : [{ day, row }]
  })
  const set = found.map(({ row: { recipe: name, setSketch } }) => ({ recipe: name, sketch: setSketch }))
  if (tag === null) return { days: own, set, uncheckedMs: 0 }
  const under = found.flatMap(({ day, row: { sketch } }) => (sketch === null ? [] : [{ ...day, sketch }]))
  const counted = sumOf(under.map(({ sketch }) => lengthOf(sketch))) + sumOf(found.map(({ row }) => row.otherMs))
  const all = sumOf(own.map(({ sketch }) => lengthOf(sketch)))
  return { days: under, set, uncheckedMs: Math.max(0, all - counted) }
}

/** Whether availability or rejects are promised under conditions. As `promise_asks_for_times` of the database. */
export function asksForTimes({ kind, ...conditions }: Pick<PromiseActual, 'kind'> & CheckedConditions): boolean {
  return (kind === 'availability' || kind === 'rejectRate') && hasConditions(conditions)
}

export function hasConditions({ styleId, recipe, tag }: CheckedConditions): boolean {
  return styleId !== null || recipe !== null || tag !== null
}

/** Whether the recipe of something is as a promise says. */
export function ofRecipes({
  styleId,
  recipe,
}: Pick<CheckedConditions, 'styleId' | 'recipe'>): (one: Pick<RunningDay, 'styleId' | 'recipe'>) => boolean {
  const wanted = recipe === null ? null : folded(recipe)
  return (one) => (styleId === null || one.styleId === styleId) && (wanted === null || folded(one.recipe) === wanted)
}

/** The name of the condition of a tag as running time and times under it are stored; without a tag, that of none. */
export function storedCondition(tag: CheckedConditions['tag']): string {
  return tag === null ? NO_CONDITION : conditionKey(conditionOf(tag))
}

/** Conditions of a promise that its live figure does not heed. What people measure alone has no live figure. */
export function notChecked(
  { kind, conditions }: Pick<PromiseActual, 'kind' | 'conditions'>,
  { styleId, recipe, tag }: CheckedConditions,
): PromiseCondition[] {
  const isLive = kind !== 'other'
  return [
    ...(styleId !== null && !isLive ? (['style'] as const) : []),
    ...(recipe !== null && !isLive ? (['recipe'] as const) : []),
    ...(tag !== null && !isLive ? (['tag'] as const) : []),
    ...(conditions === null ? [] : (['words'] as const)),
  ]
}

function conditionOf({ name, ...limits }: NonNullable<PromiseActual['tag']>): TagCondition {
  return { tag: name, ...limits }
}

function folded(recipe: string): string {
  return foldCase(recipe.trim())
}

/** With a known speed or not. */
function lengthOf({ ms, unknownMs }: StoredSketch): number {
  return sumOf(ms) + unknownMs
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

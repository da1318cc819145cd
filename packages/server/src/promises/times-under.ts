import { type HeldOnDay, MET, NO_CONDITION } from '../library/area.ts'
import { gapsOf, joined, type Span, within } from '../service/area.ts'
import { type CheckedConditions, ofRecipes, storedCondition } from './conditions.ts'

/** Times, in order and never overlapping each other. */
type Spans = readonly Span[]

/** The times under the conditions of a promise, whatever the machine did. */
export interface TimesUnder {
  /** By recipe (empty: none is known), also on the day before the stretch. */
  byRecipe: { recipe: string; times: Spans }[]
  /** All of them in the stretch. */
  times: Spans
  /** Times of the stretch of which it is not known whether they were. */
  unchecked: Spans
}

const EVER: Spans = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]

/**
 * What of a stretch was under the conditions of a promise: the machine had the recipe, or one of the style, and the tag was as it says.
 * @param held on the days of the stretch and on the one before it
 */
export function timesUnder(conditions: CheckedConditions, held: readonly HeldOnDay[], stretch: Span): TimesUnder {
  const { styleId, recipe, tag } = conditions
  const recipes = held.filter(({ condition }) => condition === NO_CONDITION)
  const isOfThem = ofRecipes(conditions)
  const own = recipes.filter((one) => isOfThem({ recipe: one.held, styleId: one.styleId }))
  const isOfAny = styleId === null && recipe === null
  const recipeKnown = isOfAny ? EVER : spansOf(recipes)
  const ofRecipe = isOfAny ? EVER : spansOf(own)
  const checks = held.filter(({ condition }) => tag !== null && condition === storedCondition(tag))
  const tagKnown = tag === null ? EVER : spansOf(checks)
  const met = tag === null ? EVER : spansOf(checks.filter((one) => one.held === MET))
  const unknownIn = (known: Spans) => gapsOf(within(known, stretch), stretch)
  return {
    byRecipe: [...Map.groupBy(own, (one) => one.held)].map(([name, days]) => {
      return { recipe: name, times: common(spansOf(days), met) }
    }),
    times: within(common(ofRecipe, met), stretch),
    // What is known to be of another recipe is not under the conditions, whatever the tag was.
    unchecked: joined([...unknownIn(recipeKnown), ...common(ofRecipe, unknownIn(tagKnown))]),
  }
}

function spansOf(held: readonly Pick<HeldOnDay, 'times'>[]): Spans {
  return joined(held.flatMap(({ times }) => times.map(([from, to]) => ({ from, to }))))
}

/** What two have in common. */
function common(ones: Spans, others: Spans): Spans {
  return others.flatMap((other) => within(ones, other))
}

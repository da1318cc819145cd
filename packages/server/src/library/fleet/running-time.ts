import { HOUR_MS } from '../../telemetry/index.ts'
import { SpeedSketch } from './speed-sketch.ts'

/** A value that holds from a time on, Unix ms. */
export interface Change<Value> {
  at: number
  value: Value
}

/** What was reported last before a moment. A recipe that is null: none is set. */
export interface Held {
  speed: Change<number> | undefined
  recipe: Change<string | null> | undefined
}

/** What is known of a machine on a day. Times are Unix ms, ends exclusive. */
export interface DayFacts {
  from: number
  to: number
  /** Times of running without a gap, in order, with their real starts even where these are before the day. */
  running: readonly { from: number; to: number }[]
  /** In time order. */
  speeds: readonly Change<number>[]
  recipes: readonly Change<string | null>[]
  before: Held
}

/** Running time by recipe (empty: none is known), and what holds at the end of the day. */
export interface CountedDay {
  byRecipe: Map<string, SpeedSketch>
  after: Held
}

/** A speed that is not reported again for so long is not known any more. */
export const SPEED_HOLDS_MS = 24 * HOUR_MS
const RECIPE_HOLDS_MS = 7 * 24 * HOUR_MS
/** Most recipes of a machine and a day that are counted apart, those that ran longest; the others count as unknown. */
const MAX_RECIPES = 20

/**
 * How long a machine ran at which speed with which recipe. A speed holds until the next one, while the machine runs without a break: one
 * that was reported before the machine began to run says nothing. A recipe holds until the next one, in whatever state it was reported.
 */
export function countDay(facts: DayFacts): CountedDay {
  const speeds = new Line(facts.speeds, facts.before.speed, SPEED_HOLDS_MS)
  const recipes = new Line(facts.recipes, facts.before.recipe, RECIPE_HOLDS_MS)
  const byRecipe = new Map<string, SpeedSketch>()
  for (const stretch of facts.running) {
    const end = Math.min(stretch.to, facts.to)
    for (let at = Math.max(stretch.from, facts.from); at < end; ) {
      const [speed, recipe] = [speeds.at(at), recipes.at(at)]
      const next = Math.min(end, speed.until, recipe.until)
      const isOfStretch = speed.change !== undefined && speed.change.at >= stretch.from
      const sketch = sketchOf(byRecipe, recipe.change?.value ?? '')
      sketch.add(isOfStretch ? speed.change?.value : undefined, next - at)
      at = next
    }
  }
  const after = {
    speed: facts.speeds.at(-1) ?? facts.before.speed,
    recipe: facts.recipes.at(-1) ?? facts.before.recipe,
  }
  return { byRecipe: mostUsed(byRecipe), after }
}

/** Changes over time, asked for times that rise. */
class Line<Value> {
  readonly #changes: readonly Change<Value>[]
  readonly #holdsMs: number
  #place = -1

  constructor(changes: readonly Change<Value>[], before: Change<Value> | undefined, holdsMs: number) {
    this.#changes = before === undefined ? changes : [before, ...changes]
    this.#holdsMs = holdsMs
  }

  /** What holds at a time, and until when that is so. */
  at(time: number): { change: Change<Value> | undefined; until: number } {
    while ((this.#changes[this.#place + 1]?.at ?? Number.POSITIVE_INFINITY) <= time) this.#place += 1
    const change = this.#changes[this.#place]
    const next = this.#changes[this.#place + 1]?.at ?? Number.POSITIVE_INFINITY
    const end = (change?.at ?? Number.NEGATIVE_INFINITY) + this.#holdsMs
    return end > time ? { change, until: Math.min(next, end) } : { change: undefined, until: next }
  }
}

function sketchOf(byRecipe: Map<string, SpeedSketch>, recipe: string): SpeedSketch {
  const sketch = byRecipe.get(recipe) ?? new SpeedSketch()
  byRecipe.set(recipe, sketch)
  return sketch
}

function mostUsed(byRecipe: Map<string, SpeedSketch>): Map<string, SpeedSketch> {
  const timeOf = (sketch: SpeedSketch) => sketch.knownMs + sketch.unknownMs
  const named = [...byRecipe].filter(([recipe]) => recipe !== '')
  const sorted = named.sort(([a, one], [b, other]) => timeOf(other) - timeOf(one) || (a < b ? -1 : 1))
  const rest = sorted.slice(MAX_RECIPES)
  if (rest.length === 0) return byRecipe
  const without = sketchOf(byRecipe, '')
  for (const [, sketch] of rest) without.merge(sketch.stored())
  return new Map([...sorted.slice(0, MAX_RECIPES), ['', without]])
}

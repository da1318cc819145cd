import { type Change, Line, RECIPE_HOLDS_MS, SPEED_HOLDS_MS, VALUE_HOLDS_MS } from './changes.ts'
import { type HeldTimes, heldTimes } from './held-times.ts'
import { SpeedSketch } from './speed-sketch.ts'

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
  /** Speeds that were set, from `VALUE_HOLDS_MS` before the day on. */
  setSpeeds: readonly Change<number>[]
  /** Conditions that running time is counted under apart, with whether they were met, from as long before on; null: from the whole of the time. */
  conditions: readonly { key: string; met: readonly Change<boolean>[] | null }[]
}

/** Running time of a recipe under a condition. */
export interface UnderCondition {
  condition: string
  recipe: string
  /** Null without a condition: the speed is that of the day. */
  speed: SpeedSketch | null
  set: SpeedSketch
  /** Running time that was not under the condition. Time of which that is not known is in none of these. */
  otherMs: number
}

/** Running time by recipe (empty: none is known), when recipes and conditions held whatever the machine did, and what holds at the end of the day. */
export interface CountedDay {
  byRecipe: Map<string, SpeedSketch>
  under: UnderCondition[]
  times: HeldTimes[]
  after: Held
}

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
  const conditions = new ConditionCount(facts)
  for (const stretch of facts.running) {
    const end = Math.min(stretch.to, facts.to)
    for (let at = Math.max(stretch.from, facts.from); at < end; ) {
      const [speed, recipe] = [speeds.at(at), recipes.at(at)]
      const next = Math.min(end, speed.until, recipe.until, conditions.goTo(at))
      const isOfStretch = speed.change !== undefined && speed.change.at >= stretch.from
      const known = isOfStretch ? speed.change?.value : undefined
      const name = recipe.change?.value ?? ''
      sketchOf(byRecipe, name).add(known, next - at)
      conditions.add(name, known, next - at)
      at = next
    }
  }
  const after = {
    speed: facts.speeds.at(-1) ?? facts.before.speed,
    recipe: facts.recipes.at(-1) ?? facts.before.recipe,
  }
  const named = mostUsed(byRecipe)
  return { byRecipe: named, under: conditions.counted(new Set(named.keys())), times: heldTimes(facts), after }
}

/** Counts running time under conditions, stretch by stretch in the order of time. */
class ConditionCount {
  readonly #set: Line<number>
  readonly #conditions: { key: string; met: Line<boolean> | null; byRecipe: Map<string, UnderCondition> }[]
  #setSpeed: number | undefined
  #met: (boolean | undefined)[] = []

  constructor({ setSpeeds, conditions }: DayFacts) {
    this.#set = new Line(setSpeeds, undefined, VALUE_HOLDS_MS)
    this.#conditions = conditions.map(({ key, met }) => ({
      key,
      met: met === null ? null : new Line(met, undefined, VALUE_HOLDS_MS),
      byRecipe: new Map(),
    }))
  }

  /** Looks at a time. @returns until when all of it holds */
  goTo(at: number): number {
    if (this.#conditions.length === 0) return Number.POSITIVE_INFINITY
    const set = this.#set.at(at)
    this.#setSpeed = set.change?.value
    const found = this.#conditions.map(({ met }) => met?.at(at))
    this.#met = found.map((one) => (one === undefined ? true : one.change?.value))
    return Math.min(set.until, ...found.map((one) => one?.until ?? Number.POSITIVE_INFINITY))
  }

  /** Adds the time that was looked at last. */
  add(recipe: string, speed: number | undefined, ms: number): void {
    for (const [place, { key, met, byRecipe }] of this.#conditions.entries()) {
      const row = rowOf(byRecipe, { condition: key, recipe, hasSpeed: met !== null })
      if (this.#met[place] === false) row.otherMs += ms
      if (this.#met[place] !== true) continue
      row.speed?.add(speed, ms)
      row.set.add(this.#setSpeed, ms)
    }
  }

  /** @param named recipes that the day tells apart; the others count as unknown */
  counted(named: ReadonlySet<string>): UnderCondition[] {
    return this.#conditions.flatMap(({ key, met, byRecipe }) => {
      const rows = new Map<string, UnderCondition>()
      for (const { recipe, speed, set, otherMs } of byRecipe.values()) {
        const name = named.has(recipe) ? recipe : ''
        const row = rowOf(rows, { condition: key, recipe: name, hasSpeed: met !== null })
        if (speed !== null) row.speed?.merge(speed.stored())
        row.set.merge(set.stored())
        row.otherMs += otherMs
      }
      return [...rows.values()]
    })
  }
}

function rowOf(
  rows: Map<string, UnderCondition>,
  { condition, recipe, hasSpeed }: { condition: string; recipe: string; hasSpeed: boolean },
): UnderCondition {
  const row = rows.get(recipe) ?? {
    ...{ condition, recipe, speed: hasSpeed ? new SpeedSketch() : null },
    ...{ set: new SpeedSketch(), otherMs: 0 },
  }
  rows.set(recipe, row)
  return row
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

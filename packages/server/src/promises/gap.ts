import type { GapPart } from '@packhouse/contract'
import { type RunningDay, SpeedSketch, type StoredSketch } from '../library/area.ts'
import type { Live } from './actual.ts'
import type { Round } from './rounding.ts'

/** A recipe is what others are held against after so much of the running time. */
const REFERENCE_SHARE = 0.1
/** Recipes that are named in a gap, those that cost most. */
const NAMED_RECIPES = 5
/** Groups of reasons that are named, those of most time. */
const NAMED_GROUPS = 6

/** What a speed is held against. */
export interface SpeedBasis {
  /** The newest values of the tests at factory and site. */
  tested: { factory: number | null; site: number | null }
  days: readonly RunningDay[]
  /** The speed that was set while they ran. */
  set: readonly { recipe: string; sketch: StoredSketch }[]
}

/**
 * Where the difference between a promised speed and the live one comes from. The parts add up to it: what acceptance tests showed already,
 * what the fastest recipe is set lower than that, what slower recipes cost by their share of the time, and what is left. A recipe that is set slower is
 * a slower recipe: only the fastest one tells what is set lower for all.
 * @param round as the live figure is rounded
 */
export function speedGap(
  figure: number,
  live: Live | null,
  round: Round,
  { tested, days, set }: SpeedBasis,
): GapPart[] {
  if (live === null || live.value >= figure) return []
  const parts: GapPart[] = []
  let before = figure
  for (const [kind, value] of [
    ['factoryTest', tested.factory],
    ['siteTest', tested.site],
  ] as const) {
    if (value === null) continue
    parts.push(toPart(kind, before - value))
    before = value
  }
  const recipes = speedsByRecipe(days)
  const fastest = fastestOf(recipes)
  if (fastest !== undefined) {
    const ofFastest = set.filter(({ recipe }) => recipe === fastest.recipe).map(({ sketch }) => sketch)
    const setSpeed = SpeedSketch.from(ofFastest).quantile(0.5)
    if (setSpeed !== null && round(setSpeed) < before)
      parts.push({ ...toPart('setSpeed', before - setSpeed), speed: round(setSpeed) })
    parts.push(...slowerRecipes(recipes, fastest, round))
  }
  return withRest(parts, round(figure - live.value), round)
}

/** What an availability is held against: planned time, and stops in it that count against it by groups of reasons, ms. */
export interface StopBasis {
  plannedMs: number
  groups: readonly { name: string; ms: number }[]
}

/**
 * The same of an availability, in percent: the stops of each group of reasons, less what the promise leaves for stops. Stops without a reason are what is
 * left.
 */
export function availabilityGap(
  figure: number,
  live: Live | null,
  round: Round,
  { plannedMs, groups }: StopBasis,
): GapPart[] {
  if (live === null || live.value >= figure) return []
  const percent = (ms: number) => (ms / plannedMs) * 100
  const sorted = groups.toSorted((one, other) => other.ms - one.ms)
  const others = sorted.slice(NAMED_GROUPS).reduce((sum, { ms }) => sum + ms, 0)
  const parts = [
    ...sorted.slice(0, NAMED_GROUPS).map(({ name, ms }) => ({ ...toPart('stops', percent(ms)), name })),
    toPart('otherStops', percent(others)),
    toPart('allowed', figure - 100),
  ]
  return withRest(parts, round(figure - live.value), round)
}

/**
 * The parts that say something and what is left of the gap, rounded so that they add up to it. What rounding takes from one or adds goes to the parts that
 * it changed most: it is nothing unexplained.
 */
function withRest(parts: readonly GapPart[], gap: number, round: Round): GapPart[] {
  const rest = gap - sumOf(parts)
  const isExplained = round(rest) === 0 && parts.some(({ value }) => round(value) !== 0)
  const exact = isExplained ? parts : [...parts, toPart('unexplained', rest)]
  const rounded = exact.map((part) => ({ ...part, value: round(part.value) }))
  const left = round(gap - sumOf(rounded))
  const lostOf = (place: number) => ((exact[place]?.value ?? 0) - (rounded[place]?.value ?? 0)) * Math.sign(left)
  const places = [...rounded.keys()].toSorted((one, other) => lostOf(other) - lostOf(one))
  for (let done = 0, place = 0; round(left - done) !== 0; place = (place + 1) % places.length) {
    const part = rounded[places[place] ?? 0]
    if (part === undefined) break
    const step = Math.sign(left) * round.step
    part.value = round(part.value + step)
    done += step
  }
  return rounded.filter(({ value }) => value !== 0)
}

function sumOf(parts: readonly GapPart[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0)
}

interface RecipeSpeed {
  recipe: string
  speed: number
  ms: number
}

function speedsByRecipe(days: readonly RunningDay[]): RecipeSpeed[] {
  return [...Map.groupBy(days, ({ recipe }) => recipe)].flatMap(([recipe, own]) => {
    const sketch = SpeedSketch.from(own.map((day) => day.sketch))
    const speed = sketch.quantile(0.5)
    return speed === null ? [] : [{ recipe, speed, ms: sketch.knownMs }]
  })
}

function wholeOf(recipes: readonly RecipeSpeed[]): number {
  return recipes.reduce((sum, { ms }) => sum + ms, 0)
}

/** Of those that ran long enough. */
function fastestOf(recipes: readonly RecipeSpeed[]): RecipeSpeed | undefined {
  const whole = wholeOf(recipes)
  return recipes
    .filter(({ ms }) => ms >= whole * REFERENCE_SHARE)
    .reduce<RecipeSpeed | undefined>(
      (most, one) => (most === undefined || one.speed > most.speed ? one : most),
      undefined,
    )
}

/** What each recipe costs that is slower than the fastest one in use: the difference, by its share of the time. */
function slowerRecipes(recipes: readonly RecipeSpeed[], fastest: RecipeSpeed, round: Round): GapPart[] {
  const whole = wholeOf(recipes)
  return recipes
    .filter(({ recipe, speed }) => recipe !== '' && speed < fastest.speed)
    .map(({ recipe, speed, ms }): GapPart => {
      const share = ms / whole
      return {
        ...toPart('recipe', share * (fastest.speed - speed)),
        name: recipe,
        share: Number(share.toFixed(3)),
        speed: round(speed),
      }
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, NAMED_RECIPES)
}

function toPart(kind: GapPart['kind'], value: number): GapPart {
  return { kind, value, name: null, share: null, speed: null }
}

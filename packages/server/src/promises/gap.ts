import type { GapPart } from '@packhouse/contract'
import { type RunningDay, SpeedSketch, type StoredSketch } from '../library/area.ts'
import type { Live } from './actual.ts'
import { hundredths, tenths } from './rounding.ts'

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
 * Where the difference between a promised speed and the live one comes from. The parts add up to it, to a tenth: what acceptance tests showed already,
 * what the fastest recipe is set lower than that, what slower recipes cost by their share of the time, and what is left. A recipe that is set slower is
 * a slower recipe: only the fastest one tells what is set lower for all.
 */
export function speedGap(figure: number, live: Live | null, { tested, days, set }: SpeedBasis): GapPart[] {
  if (live === null || live.value >= figure) return []
  const parts: GapPart[] = []
  let before = figure
  for (const [kind, value] of [
    ['factoryTest', tested.factory],
    ['siteTest', tested.site],
  ] as const) {
    if (value === null) continue
    parts.push(toPart(kind, tenths(before - value)))
    before = value
  }
  const recipes = speedsByRecipe(days)
  const fastest = fastestOf(recipes)
  if (fastest !== undefined) {
    const ofFastest = set.filter(({ recipe }) => recipe === fastest.recipe).map(({ sketch }) => sketch)
    const setSpeed = SpeedSketch.from(ofFastest).quantile(0.5)
    if (setSpeed !== null && tenths(setSpeed) < before)
      parts.push({ ...toPart('setSpeed', tenths(before - setSpeed)), speed: tenths(setSpeed) })
    parts.push(...slowerRecipes(recipes, fastest))
  }
  return withRest(parts, tenths(figure - live.value), tenths)
}

/** What an availability is held against: planned time, and stops in it that count against it by groups of reasons, ms. */
export interface StopBasis {
  plannedMs: number
  groups: readonly { name: string; ms: number }[]
}

/**
 * The same of an availability, in percent, to a hundredth: the stops of each group of reasons, less what the promise leaves for stops. Stops without a
 * reason are what is left.
 */
export function availabilityGap(figure: number, live: Live | null, { plannedMs, groups }: StopBasis): GapPart[] {
  if (live === null || live.value >= figure) return []
  const percent = (ms: number) => hundredths((ms / plannedMs) * 100)
  const sorted = groups.toSorted((one, other) => other.ms - one.ms)
  const others = sorted.slice(NAMED_GROUPS).reduce((sum, { ms }) => sum + ms, 0)
  const parts = [
    ...sorted.slice(0, NAMED_GROUPS).map(({ name, ms }) => ({ ...toPart('stops', percent(ms)), name })),
    toPart('otherStops', percent(others)),
    toPart('allowed', hundredths(figure - 100)),
  ]
  return withRest(parts, hundredths(figure - live.value), hundredths)
}

/** The parts that say something, and what is left of the gap. */
function withRest(parts: readonly GapPart[], gap: number, round: (value: number) => number): GapPart[] {
  const shown = parts.filter(({ value }) => value !== 0)
  const rest = round(gap - shown.reduce((sum, { value }) => sum + value, 0))
  return rest === 0 ? shown : [...shown, toPart('unexplained', rest)]
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
function slowerRecipes(recipes: readonly RecipeSpeed[], fastest: RecipeSpeed): GapPart[] {
  const whole = wholeOf(recipes)
  return recipes
    .filter(({ recipe, speed }) => recipe !== '' && speed < fastest.speed)
    .map(({ recipe, speed, ms }): GapPart => {
      const share = ms / whole
      return {
        ...toPart('recipe', tenths(share * (fastest.speed - speed))),
        name: recipe,
        share: Number(share.toFixed(3)),
        speed: tenths(speed),
      }
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, NAMED_RECIPES)
}

function toPart(kind: GapPart['kind'], value: number): GapPart {
  return { kind, value, name: null, share: null, speed: null }
}

import type { GapPart, PromiseDirection } from '@packhouse/contract'
import { type RunningDay, SpeedSketch, type StoredSketch } from '../library/area.ts'
import type { Live } from './actual.ts'
import { JUDGED_FROM_CYCLES } from './reject-rate.ts'
import type { Round } from './rounding.ts'

/** A recipe is what others are held against after so much of the running time, or of the cycles. */
const REFERENCE_SHARE = 0.1
/** Recipes that are named in a gap, those that cost most. */
const NAMED_RECIPES = 5
/** Groups of reasons that are named, those of most time. */
const NAMED_GROUPS = 6

/** What a gap is of. */
export interface Promised {
  figure: number
  direction: PromiseDirection
}

/** The newest values of the accepted tests at factory and site. */
export interface Tested {
  factory: number | null
  site: number | null
}

/** What a speed is held against. */
export interface SpeedBasis {
  tested: Tested
  days: readonly RunningDay[]
  /** The speed that was set while they ran. */
  set: readonly { recipe: string; sketch: StoredSketch }[]
  /** What a cycle counts for in the unit of the promise. */
  perCycle?: number
}

/**
 * Where the difference between a promised speed and the live one comes from. The parts add up to it: what acceptance tests showed already,
 * what the fastest recipe is set lower than that, what slower recipes cost by their share of the time, and what is left. A recipe that is set slower is
 * a slower recipe: only the fastest one shows what is set lower for all. Of a speed that is promised at most, all of it is the other way round: the
 * slowest recipe, what it is set higher, and faster recipes.
 * @param round as the live figure is rounded
 */
export function speedGap(
  promised: Promised,
  live: Live | null,
  round: Round,
  { tested, days, set, perCycle = 1 }: SpeedBasis,
): GapPart[] {
  const gap = gapOf(promised, live)
  if (gap === undefined) return []
  const short = shortfall(promised.direction)
  const { parts, before } = testedParts(promised, tested)
  const recipes = speedsByRecipe(days, perCycle)
  const whole = recipes.reduce((sum, { weight }) => sum + weight, 0)
  const best = bestOf(recipes, whole, short)
  if (best !== undefined) {
    const ofBest = set.filter(({ recipe }) => recipe === best.recipe).map(({ sketch }) => sketch)
    const cycles = SpeedSketch.from(ofBest).quantile(0.5)
    const setSpeed = cycles === null ? null : cycles * perCycle
    if (setSpeed !== null && short(before, round(setSpeed)) > 0)
      parts.push({ ...toPart('setSpeed', short(before, setSpeed)), speed: round(setSpeed) })
    const worse = worseRecipes(recipes, best, whole, short)
    parts.push(...worse.map(({ part, value }) => ({ ...part, speed: value === null ? null : round(value) })))
  }
  return withRest(parts, round(gap), round)
}

/** What rejects are held against. */
export interface RejectBasis {
  tested: Tested
  /** All that the live figure is of. */
  cycles: number
  /** As far as it is known which recipe they are of. */
  recipes: readonly { recipe: string; cycles: number; rejects: number }[]
}

/**
 * The same of rejects, in percent: what acceptance tests showed already, what recipes with more rejects than the best one cost by their share of the cycles,
 * and what is left. A recipe of few cycles is not the best one.
 */
export function rejectGap(
  promised: Promised,
  live: Live | null,
  round: Round,
  { tested, cycles, recipes }: RejectBasis,
): GapPart[] {
  const gap = gapOf(promised, live)
  if (gap === undefined) return []
  const short = shortfall(promised.direction)
  const { parts } = testedParts(promised, tested)
  const rates = recipes
    .filter((one) => one.cycles > 0)
    .map((one) => ({
      recipe: one.recipe,
      value: Math.min(1, one.rejects / one.cycles) * 100,
      weight: one.cycles,
    }))
  const known = rates.filter(({ weight }) => weight >= JUDGED_FROM_CYCLES)
  const best = bestOf(known, cycles, short)
  const worse = best === undefined ? [] : worseRecipes(rates, best, cycles, short)
  parts.push(...worse.map(({ part, value }) => ({ ...part, rate: value === null ? null : round(value) })))
  return withRest(parts, round(gap), round)
}

/** What an availability is held against: planned time, and stops in it that count against it by groups of reasons, ms. */
export interface StopBasis {
  plannedMs: number
  groups: readonly { name: string; ms: number }[]
}

/**
 * The same of an availability, in percent: the stops of each group of reasons, less what the promise leaves for stops. Stops without a reason are what is
 * left. Of an availability that is promised at most: what the promise leaves for stops, less the stops.
 */
export function availabilityGap(
  promised: Promised,
  live: Live | null,
  round: Round,
  { plannedMs, groups }: StopBasis,
): GapPart[] {
  const gap = gapOf(promised, live)
  if (gap === undefined) return []
  const short = shortfall(promised.direction)
  const percent = (ms: number) => short((ms / plannedMs) * 100, 0)
  const sorted = groups.toSorted((one, other) => other.ms - one.ms)
  const others = sorted.slice(NAMED_GROUPS).reduce((sum, { ms }) => sum + ms, 0)
  const parts = [
    ...sorted.slice(0, NAMED_GROUPS).map(({ name, ms }) => ({ ...toPart('stops', percent(ms)), name })),
    toPart('otherStops', percent(others)),
    toPart('allowed', short(promised.figure, 100)),
  ]
  return withRest(parts, round(gap), round)
}

/** How far a figure falls short of another one; of what is promised at most, how far it is above. */
type Shortfall = (wanted: number, is: number) => number

function shortfall(direction: PromiseDirection): Shortfall {
  return direction === 'atLeast' ? (wanted, is) => wanted - is : (wanted, is) => is - wanted
}

/** How far the live figure misses the promise, not rounded; undefined if it does not, or if nothing is measured. */
function gapOf({ figure, direction }: Promised, live: Live | null): number | undefined {
  if (live === null) return undefined
  const gap = shortfall(direction)(figure, live.value)
  return gap > 0 ? gap : undefined
}

/** What acceptance tests showed already. @returns also what is left to hold the rest against */
function testedParts({ figure, direction }: Promised, { factory, site }: Tested): { parts: GapPart[]; before: number } {
  const short = shortfall(direction)
  const parts: GapPart[] = []
  let before = figure
  for (const [kind, value] of [
    ['factoryTest', factory],
    ['siteTest', site],
  ] as const) {
    if (value === null) continue
    parts.push(toPart(kind, short(before, value)))
    before = value
  }
  return { parts, before }
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

/** What a recipe came to: its speed by its running time, or its rejects by its cycles. */
interface RecipeFigure {
  recipe: string
  value: number
  weight: number
}

function speedsByRecipe(days: readonly RunningDay[], perCycle: number): RecipeFigure[] {
  return [...Map.groupBy(days, ({ recipe }) => recipe)].flatMap(([recipe, own]) => {
    const sketch = SpeedSketch.from(own.map((day) => day.sketch))
    const cycles = sketch.quantile(0.5)
    return cycles === null ? [] : [{ recipe, value: cycles * perCycle, weight: sketch.knownMs }]
  })
}

/** Of those that ran long enough. @param whole of all weights */
function bestOf(recipes: readonly RecipeFigure[], whole: number, short: Shortfall): RecipeFigure | undefined {
  return recipes
    .filter(({ weight }) => weight >= whole * REFERENCE_SHARE)
    .reduce<RecipeFigure | undefined>(
      (best, one) => (best === undefined || short(one.value, best.value) > 0 ? one : best),
      undefined,
    )
}

/** What each recipe costs that is worse than the best one in use: the difference, by its share of the whole. Those that cost least are one part without a value. */
function worseRecipes(
  recipes: readonly RecipeFigure[],
  best: RecipeFigure,
  whole: number,
  short: Shortfall,
): { part: GapPart; value: number | null }[] {
  const sorted = recipes
    .filter(({ recipe, value }) => recipe !== '' && short(best.value, value) > 0)
    .map(({ recipe, value, weight }) => {
      const share = weight / whole
      const cost = toPart('recipe', share * short(best.value, value))
      return { part: { ...cost, name: recipe, share }, value }
    })
    .toSorted((one, other) => other.part.value - one.part.value)
  const others = sorted.slice(NAMED_RECIPES).map(({ part }) => part)
  const rest = {
    ...toPart(
      'otherRecipes',
      others.reduce((sum, { value }) => sum + value, 0),
    ),
    share: others.reduce((sum, { share }) => sum + share, 0),
  }
  const all = [...sorted.slice(0, NAMED_RECIPES), ...(others.length > 0 ? [{ part: rest, value: null }] : [])]
  return all.map(({ part, value }) => ({ part: { ...part, share: Number(part.share.toFixed(3)) }, value }))
}

function toPart(kind: GapPart['kind'], value: number): GapPart {
  return { kind, value, name: null, share: null, speed: null, rate: null }
}

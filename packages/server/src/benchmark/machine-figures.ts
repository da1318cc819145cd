import { COMPARED_RECIPES, type ComparedMachine } from '@packhouse/contract'
import { type RunningDay, SpeedSketch } from '../library/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'

/** What a machine measured for less than an hour is not measured, as with promises. */
const MEASURED_FROM_MS = HOUR_MS

/** What hours of a machine add up to. */
export interface MachineSums {
  runningMs: number
  idleMs: number
  /** Stopped, or with a fault. */
  stoppedMs: number
  /** Of hours for which the machine reported rejects. */
  rejects: number
  measuredCycles: number
  /** Known time without that of hours with cycles for which no rejects were reported. */
  measuredMs: number
}

type Figures = ComparedMachine['figures'] & {
  knownHours: number
  speedHours: number
  rejectHours: number
  /** Those that the rejects are of. */
  cycles: number
  recipes: ComparedMachine['recipes']
}

export interface MachineFigures extends Figures {
  machineKey: number
  days: number
  /** In lower case. */
  model: string
}

/**
 * What the figures of a machine are. They follow from what it reports alone: shifts and reasons of stops are entered by each customer in its own way.
 * @param days how fast it ran
 */
export function figuresOf(sums: MachineSums, days: readonly RunningDay[]): Figures {
  const { runningMs, idleMs, stoppedMs, rejects, measuredCycles, measuredMs } = sums
  const knownMs = runningMs + idleMs + stoppedMs
  const isMeasured = knownMs >= MEASURED_FROM_MS
  const sketch = sketchOf(days)
  const hasSpeed = sketch.knownMs >= MEASURED_FROM_MS
  return {
    knownHours: knownMs / HOUR_MS,
    speedHours: sketch.knownMs / HOUR_MS,
    rejectHours: measuredMs / HOUR_MS,
    cycles: measuredCycles,
    utilization: isMeasured ? runningMs / knownMs : null,
    availability: isMeasured && runningMs + stoppedMs > 0 ? runningMs / (runningMs + stoppedMs) : null,
    speed: hasSpeed ? sketch.quantile(0.5) : null,
    rejectRate: isMeasured && measuredCycles > 0 ? Math.min(1, rejects / measuredCycles) : null,
    runningHours: isMeasured ? runningMs / HOUR_MS : null,
    recipes: recipesOf(days),
  }
}

function recipesOf(days: readonly RunningDay[]): ComparedMachine['recipes'] {
  const all = [...Map.groupBy(days, ({ recipe }) => recipe)].map(([recipe, own]) => {
    const sketch = sketchOf(own)
    return { recipe, ms: sketch.knownMs + sketch.unknownMs, speed: sketch.quantile(0.5) }
  })
  const whole = all.reduce((sum, { ms }) => sum + ms, 0)
  return all
    .filter(({ recipe, ms }) => recipe !== '' && ms > 0)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, COMPARED_RECIPES)
    .map(({ recipe, ms, speed }) => ({ recipe, share: ms / whole, speed }))
}

function sketchOf(days: readonly RunningDay[]): SpeedSketch {
  return SpeedSketch.from(days.map(({ sketch }) => sketch))
}

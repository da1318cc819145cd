import {
  type AnswerFinding,
  CONTRADICTED_BELOW,
  CONTRADICTED_FROM_HOURS,
  type FleetFigures,
  type FleetFinding,
  type SpeedFinding,
} from '@packhouse/contract'
import { HOUR_MS } from '../../telemetry/index.ts'
import type { Claims, Evidence } from './evidence.queries.ts'
import { SpeedSketch } from './speed-sketch.ts'

/** The figures of some running time. @param claim the speed that it is compared with, cycles per minute */
export function figuresOf(evidence: readonly Evidence[], claim: number | null): FleetFigures {
  const sketch = SpeedSketch.from(evidence.map((one) => one.sketch))
  const [p10, median, p90] = [0.1, 0.5, 0.9].map((share) => rounded(sketch.quantile(share)))
  const machines = new Set(evidence.filter(({ sketch: { ms } }) => ms.length > 0).map(({ machineKey }) => machineKey))
    .size
  const days = evidence.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]).sort()
  const figures = {
    machines,
    median: median ?? null,
    p10: p10 ?? null,
    p90: p90 ?? null,
    hours: hoursOf(sketch.knownMs),
    unknownHours: hoursOf(sketch.unknownMs),
    since: days.at(0) ?? null,
    until: days.at(-1) ?? null,
  }
  return { ...figures, finding: speedFinding(figures, claim) }
}

/** The figures of a pair, with what the field contradicts of its cell. @param styleId of all the evidence */
export function pairFiguresOf(
  evidence: readonly Evidence[],
  claims: Claims,
  styleId: string | null,
): Omit<FleetFigures, 'finding'> & { finding: FleetFinding | null } {
  const figures = figuresOf(evidence, claimOf(claims, styleId))
  if (styleId === null || !claims.refused.includes(styleId)) return figures
  return { ...figures, finding: refusalFinding(evidence) ?? figures.finding }
}

/** The largest speed of the answer for a style, else the design speed, cycles per minute. */
function claimOf({ designSpeed, speeds }: Claims, styleId: string | null): number | null {
  return speeds[styleId ?? ''] ?? designSpeed
}

/** That a style runs of which the answer is no. A recipe that was set for some minutes by mistake is no evidence. */
function refusalFinding(evidence: readonly Evidence[]): AnswerFinding | null {
  const sketch = SpeedSketch.from(evidence.map((one) => one.sketch))
  const hours = hoursOf(sketch.knownMs + sketch.unknownMs)
  if (hours < CONTRADICTED_FROM_HOURS) return null
  return { kind: 'answer', answer: 'no', machines: new Set(evidence.map(({ machineKey }) => machineKey)).size, hours }
}

/** What of a claim of speed the field contradicts. */
function speedFinding(
  { median, machines, hours }: Pick<FleetFigures, 'median' | 'machines' | 'hours'>,
  claim: number | null,
): SpeedFinding | null {
  if (claim === null || median === null || hours < CONTRADICTED_FROM_HOURS) return null
  return median < CONTRADICTED_BELOW * claim ? { kind: 'speed', claims: claim, median, machines } : null
}

/** Two decimals are more than the bins of speeds can say. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100
}

function hoursOf(ms: number): number {
  return Math.round((ms / HOUR_MS) * 100) / 100
}

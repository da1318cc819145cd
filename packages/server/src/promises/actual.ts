import {
  isComparablePromise,
  JUDGED_FROM_HOURS,
  type PromiseActual,
  type PromiseDirection,
  type PromiseKind,
} from '@packhouse/contract'
import { type RunningDay, SpeedSketch } from '../library/area.ts'
import { HOUR_MS } from '../telemetry/index.ts'
import { type Round, roundLike, tenths } from './rounding.ts'

const DAY_MS = 24 * HOUR_MS

export type Live = NonNullable<PromiseActual['live']>

/** The weeks that an answer is of. Days are UTC, since speeds are counted by them. */
export interface Weeks {
  /** The Monday of the first week, ISO 8601. */
  from: string
  /** The last whole day. */
  to: string
}

/** @param count of weeks, the present one included; @param now Unix ms */
export function weeksUntil(now: number, count: number): Weeks {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return { from: dayOf(Date.parse(mondayOf(dayOf(today))) - (count - 1) * 7 * DAY_MS), to: dayOf(today - DAY_MS) }
}

/** The part of some weeks that counts. @param from the first day that does; undefined: all */
export function countedWeeks(weeks: Weeks, from: string | undefined): Weeks {
  return from === undefined || from <= weeks.from ? weeks : { ...weeks, from }
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const at = Date.parse(day)
  return dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS)
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** How figures that are held against a promise are rounded: those of the promise decide, speeds have a decimal and percentages two at least. */
export function roundingOf({ kind, figure }: { kind: PromiseKind; figure: number }): Round {
  return roundLike(figure, kind === 'speed' ? 1 : 2)
}

/** What else a live speed follows from. */
interface SpeedTerms {
  /** As `underConditions` says. */
  uncheckedMs?: number
  /** What a cycle counts for, as `unitsPerCycle` says. */
  perCycle?: number
}

/** The speed of a machine while it ran under the conditions of a promise. Null where no speed is known. */
export function liveSpeed(
  days: readonly RunningDay[],
  round: Round,
  { uncheckedMs = 0, perCycle = 1 }: SpeedTerms = {},
): Live | null {
  const all = sketchOf(days)
  const at = (share: number) => {
    const value = all.quantile(share)
    return value === null ? null : round(value * perCycle)
  }
  const value = at(0.5)
  if (value === null) return null
  return {
    value,
    p10: at(0.1),
    p90: at(0.9),
    hours: tenths(all.knownMs / HOUR_MS),
    unknownHours: tenths(all.unknownMs / HOUR_MS),
    uncheckedHours: tenths(uncheckedMs / HOUR_MS),
  }
}

/** The same week by week; those without a known speed are absent. */
export function speedByWeek(days: readonly RunningDay[], round: Round, perCycle = 1): PromiseActual['weeks'] {
  return [...Map.groupBy(days, ({ day }) => mondayOf(day))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([week, own]) => {
      const live = liveSpeed(own, round, { perCycle })
      if (live === null) return []
      return [{ week, median: live.value, p10: live.p10 ?? 0, p90: live.p90 ?? 0, hours: live.hours }]
    })
}

/** What a promise is judged by. */
export interface Judged {
  kind: PromiseKind
  direction: PromiseDirection
  figure: number
  unit: string
  packsPerCycle: number | null
}

/** What is said of a promise by its live figure. */
export function judge(promise: Judged, live: Live | null): Pick<PromiseActual, 'difference' | 'result'> {
  const { figure, direction } = promise
  if (!isComparablePromise(promise)) return { difference: null, result: 'notComparable' }
  if (live === null) return { difference: null, result: 'notMeasured' }
  // Of less time than is judged, nothing is said to be missing.
  if (live.hours < JUDGED_FROM_HOURS) return { difference: null, result: 'notMeasured' }
  const difference = roundingOf(promise)(live.value - figure)
  const isKept = direction === 'atLeast' ? live.value >= figure : live.value <= figure
  return { difference, result: isKept ? 'kept' : 'missed' }
}

function sketchOf(days: readonly RunningDay[]): SpeedSketch {
  return SpeedSketch.from(days.map(({ sketch }) => sketch))
}

import { countedGap, isPlausibleStep, isRestart } from '../../telemetry/index.ts'

/** The total behind a counter at a time, Unix ms. */
export interface Total {
  at: number
  value: number
}

/** A wrap goes from the last part of this many of the range into the first. */
const PARTS = 4
/** How far back over its start a counter may have stepped: to the last part of this many. */
const BACK_PARTS = 32
/** How many times faster than before a machine may be. */
const FASTER = 3

/**
 * The total behind a counter that goes from `rolloverAt - 1` back to 0: docs/counting.md, rule 5. It goes on over a wrap, begins with
 * what the counter shows where it was reset, and goes back by a small step.
 * @param raw what the counter shows
 * @param before the total before it
 * @param paceOf how fast the counter went on at most lately, per ms; 0 if that is not known
 */
export function unrolled(raw: number, rolloverAt: number, before: Total, at: number, paceOf: () => number): number {
  const shown = before.value % rolloverAt
  // The end of the range, where a tag map has the last value of the counter for it: the begin of the next turn, which may be shown again.
  if (raw === rolloverAt) return shown === 0 && before.value > 0 ? before.value : before.value - shown + rolloverAt
  const same = before.value - shown + raw
  const elapsed = countedGap(before.at, at)
  const isWithinPace = (step: number, pace: number) => step <= FASTER * pace * elapsed
  if (raw >= shown) {
    const isNear = same >= rolloverAt && (shown + rolloverAt - raw) * BACK_PARTS <= rolloverAt
    return isNear && !isWithinPace(raw - shown, paceOf()) ? same - rolloverAt : same
  }
  const isAcross = shown * PARTS >= rolloverAt * (PARTS - 1) && raw * PARTS < rolloverAt
  if (isAcross) {
    const wrapped = same + rolloverAt
    const pace = paceOf()
    const isWithin = pace === 0 || isWithinPace(wrapped - before.value, pace)
    if (isWithin && isPlausibleStep(before.value, wrapped, elapsed)) return wrapped
  }
  return isRestart(shown, raw) ? raw : same
}

import { isComparablePromise, unitsPerCycle } from '@packhouse/contract'
import { type Judged, type Live, liveSpeed, roundingOf } from './actual.ts'
import type { UnderConditions } from './conditions.ts'
import type { Shares } from './shares.queries.ts'

/** What a promise is held against: running time under its conditions, or what OEE counts. Null where it is in another measure than what is measured. */
export function liveFigure(
  promise: Judged,
  { days, uncheckedMs }: Pick<UnderConditions, 'days' | 'uncheckedMs'>,
  shares: Pick<Shares, 'availability' | 'rejectRate'>,
): Live | null {
  const { kind } = promise
  if (kind === 'other' || !isComparablePromise(promise)) return null
  const round = roundingOf(promise)
  if (kind === 'speed') return liveSpeed(days, round, { uncheckedMs, perCycle: unitsPerCycle(promise) ?? 1 })
  const share = shares[kind]
  return share === null ? null : { ...share, value: round(share.value) }
}

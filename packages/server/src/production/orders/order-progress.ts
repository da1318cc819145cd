import type { ProductionFigures } from '@packhouse/contract'

const MINUTE_MS = 60_000
/** A rate of less time says nothing. */
const SHORTEST_MS = 5 * MINUTE_MS
/** A rate says something where so much of the time is known. */
const KNOWN_SHARE = 0.5
/** Farther ahead no end is expected. */
const FARTHEST_MS = 366 * 24 * 60 * MINUTE_MS

interface ProgressInput {
  target: number
  goodCycles: number | null
  /** What the machine did lately. */
  recent: Pick<ProductionFigures, 'goodCycles' | 'lengthMs' | 'unknownMs'>
  /** Unix ms. */
  now: number
}

/** At which rate an order makes progress, and when it would be done at that rate. Both are null where too little is known. */
export function progressOf({ target, goodCycles, recent, now }: ProgressInput): {
  goodPerMinute: number | null
  expectedEnd: string | null
} {
  const { lengthMs, unknownMs } = recent
  const isKnown = lengthMs >= SHORTEST_MS && lengthMs - unknownMs >= lengthMs * KNOWN_SHARE
  if (!isKnown || recent.goodCycles === null || goodCycles === null) return { goodPerMinute: null, expectedEnd: null }
  // Of the time that is known: what was not heard is not a standstill.
  const goodPerMinute = (recent.goodCycles * MINUTE_MS) / (lengthMs - unknownMs)
  const left = target - goodCycles
  const leftMs = (left / goodPerMinute) * MINUTE_MS
  const isExpected = left > 0 && goodPerMinute > 0 && leftMs <= FARTHEST_MS
  return { goodPerMinute, expectedEnd: isExpected ? new Date(now + Math.ceil(leftMs)).toISOString() : null }
}

import type { ProductionFigures } from '@packhouse/contract'

const MINUTE_MS = 60_000
/** A rate of less time says nothing. */
const SHORTEST_MS = 5 * MINUTE_MS
/** A rate says something where so much of the time is known. */
const KNOWN_SHARE = 0.5

/** What a machine did lately in planned time. */
type Recent = Pick<ProductionFigures, 'goodCycles' | 'lengthMs' | 'unknownMs'>

interface ProgressInput {
  target: number
  goodCycles: number | null
  recent: Recent
}

interface Progress {
  /** Null where too little is known. */
  goodPerMinute: number | null
  /** How much planned time the rest takes at that rate, ms; null where it is not known, and when the target is reached. */
  leftMs: number | null
}

/** At which rate an order makes progress, and how much planned time the rest takes. */
export function progressOf({ target, goodCycles, recent }: ProgressInput): Progress {
  const { lengthMs, unknownMs } = recent
  const isKnown = lengthMs >= SHORTEST_MS && lengthMs - unknownMs >= lengthMs * KNOWN_SHARE
  if (!isKnown || recent.goodCycles === null || goodCycles === null) return { goodPerMinute: null, leftMs: null }
  // Of the time that is known: what was not heard is not a standstill.
  const goodPerMinute = (recent.goodCycles * MINUTE_MS) / (lengthMs - unknownMs)
  const left = target - goodCycles
  const isExpected = left > 0 && goodPerMinute > 0
  return { goodPerMinute, leftMs: isExpected ? Math.ceil((left / goodPerMinute) * MINUTE_MS) : null }
}

/** Figures of several stretches as those of one. */
export function together(parts: readonly Recent[]): Recent {
  const counts = parts.flatMap(({ goodCycles }) => goodCycles ?? [])
  return {
    goodCycles: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    lengthMs: parts.reduce((sum, { lengthMs }) => sum + lengthMs, 0),
    unknownMs: parts.reduce((sum, { unknownMs }) => sum + unknownMs, 0),
  }
}

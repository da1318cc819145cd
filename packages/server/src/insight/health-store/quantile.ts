/** Cumulative counts by the upper bounds of buckets, in order; the last bound is Infinity. */
export type Buckets = ReadonlyMap<number, number>

/** What was added to a histogram; all of it where it has begun again. */
export function sinceThen(before: Buckets, now: Buckets): Buckets {
  const hasBegunAgain = [...now].some(([bound, count]) => count < (before.get(bound) ?? 0))
  return hasBegunAgain ? now : new Map([...now].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]))
}

/**
 * A quantile by linear interpolation within its bucket, as `histogram_quantile` of Prometheus.
 * @returns undefined where nothing was counted; beyond the last bound that bound, since more is not known
 */
export function quantileOf(buckets: Buckets, share: number): number | undefined {
  const total = buckets.get(Number.POSITIVE_INFINITY) ?? 0
  if (total === 0) return undefined
  const rank = share * total
  let [lower, below] = [0, 0]
  for (const [bound, count] of buckets) {
    if (count >= rank && bound !== Number.POSITIVE_INFINITY) {
      return count === below ? bound : lower + ((bound - lower) * (rank - below)) / (count - below)
    }
    if (bound !== Number.POSITIVE_INFINITY) [lower, below] = [bound, count]
  }
  return lower
}

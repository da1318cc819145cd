/** How long a record speaks for its machine: "offline after", now and before it was changed. */
export interface OfflineAfter {
  staleAfterSeconds: number
  /** What it was before, oldest first, each until a time (Unix ms); absent or null if it was never changed. */
  formerStaleAfter?: readonly { until: number; seconds: number }[] | null
}

/**
 * Until when a record speaks for its machine if no other comes: the first moment at which it is older than "offline after"
 * as it was set at that moment. So a change holds from then on and moves nothing of the past.
 * @param at time of the record, Unix ms
 * @returns Unix ms
 */
export function speaksUntil({ staleAfterSeconds, formerStaleAfter }: OfflineAfter, at: number): number {
  let reached = at
  for (const { until, seconds } of formerStaleAfter ?? []) {
    if (until <= at) continue
    const end = Math.max(reached, at + seconds * 1000)
    if (end < until) return end
    reached = until
  }
  return Math.max(reached, at + staleAfterSeconds * 1000)
}

/** Of fewer cycles, one reject more or less would decide. */
export const JUDGED_FROM_CYCLES = 1_000

/**
 * Rejects as a share of cycles. Null where nobody counts rejects, which is not to have none, and of a few cycles.
 * @param measured rejects and the cycles that they are of
 */
export function rejectRateOf(measured: { cycles: number; rejects: number } | undefined): number | null {
  if (measured === undefined || measured.cycles < JUDGED_FROM_CYCLES) return null
  return Math.min(1, measured.rejects / measured.cycles)
}

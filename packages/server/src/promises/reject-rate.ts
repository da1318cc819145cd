/** Of fewer cycles, one reject more or less would decide. */
export const JUDGED_FROM_CYCLES = 1_000

/** Rejects as a share of cycles. Null where nobody counts rejects, which is not to have none, and of a few cycles. */
export function rejectRateOf({
  cycles,
  rejects,
  reportsRejects,
}: {
  cycles: number
  rejects: number
  reportsRejects: boolean
}): number | null {
  if (!reportsRejects || cycles < JUDGED_FROM_CYCLES) return null
  return Math.min(1, rejects / cycles)
}

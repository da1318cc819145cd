/**
 * The total behind a counter that goes from `rolloverAt - 1` back to 0.
 * @param raw what the counter shows
 * @param total the newest known total; null if missing
 * @param late whether `raw` is older than that total
 */
export function unrolled(raw: number, rolloverAt: number | null, total: number | null, late: boolean): number {
  if (rolloverAt === null || total === null || raw >= rolloverAt) return raw
  const same = total - (total % rolloverAt) + raw
  if (late) return same > total && same >= rolloverAt ? same - rolloverAt : same
  if (same >= total) return same
  // A small step back is a counter that was set back by hand; a wrap is a fall over most of the range.
  return total - same > rolloverAt / 2 ? same + rolloverAt : same
}

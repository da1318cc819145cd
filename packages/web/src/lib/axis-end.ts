/** The end of an axis for counts: even, round, and not below the most that is shown. */
export function axisEnd(most: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most))))
  return [2, 4, 6, 10, 20].map((times) => times * step).find((end) => end >= most) ?? most
}

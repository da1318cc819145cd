/** One hue, stronger with the share of the most. */
export function heatColour(share: number): string {
  if (share <= 0) return 'var(--surface-3)'
  return `color-mix(in srgb, var(--series-1) ${Math.round(8 + 84 * share)}%, var(--surface))`
}

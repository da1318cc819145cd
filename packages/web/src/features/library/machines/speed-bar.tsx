import { CONTRADICTED_BELOW, type FleetSummary } from '@packhouse/contract'

export type SpeedFigures = Pick<FleetSummary, 'median' | 'p10' | 'p90' | 'ofDesign'>

/** Whether a median is well below the design speed. */
export function isBelowDesign(ofDesign: number | null): boolean {
  return ofDesign !== null && ofDesign < CONTRADICTED_BELOW
}

const WIDTH = 100
/** The bar begins at half of the design speed. */
const LEAST = 0.5

const placeOf = (share: number) => Math.min(WIDTH + 6, Math.max(3, ((share - LEAST) / (1 - LEAST)) * WIDTH))

/** Where the bar from P10 to P90 begins and ends, px; undefined where these or the design speed are not known. */
export function spanOf({ median, p10, p90, ofDesign }: SpeedFigures): { from: number; to: number } | undefined {
  if (median === null || median === 0 || p10 === null || p90 === null || ofDesign === null) return undefined
  const [from, to] = [p10, p90].map((speed) => placeOf((speed / median) * ofDesign)) as [number, number]
  return { from, to }
}

/** From P10 to P90 with the median as a dot, on the way to the design speed, the kraft line. Its numbers stand beside it. */
export function SpeedBar({ figures }: { figures: SpeedFigures }) {
  const { ofDesign } = figures
  const span = spanOf(figures)
  return (
    <svg width={WIDTH + 8} height={14} aria-hidden="true" className="block rtl:-scale-x-100">
      <path d={`M0 7H${WIDTH}`} stroke="var(--line-2)" />
      {span && <rect x={span.from} y={4} width={Math.max(2, span.to - span.from)} height={6} fill="var(--line-2)" />}
      <path d={`M${WIDTH + 1} 0v14`} stroke="var(--kraft)" strokeWidth={2} />
      {ofDesign !== null && <circle cx={placeOf(ofDesign)} cy={7} r={4} fill="var(--series-1)" />}
    </svg>
  )
}

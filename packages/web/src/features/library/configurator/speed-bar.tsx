/** What machines of a model reach at customers with this packaging style, per minute. */
export interface FieldSpeed {
  p10: number
  median: number
  p90: number
}

export interface SpeedBarProps {
  /** The figure at the end of the bar. */
  end: number
  from: number | null
  to: number | null
  field: FieldSpeed | undefined
  wanted: number | null
}

/** The rated range for this pack, its dark part what machines reach at customers, and the line of what is wanted. The words below it say the same. */
export function SpeedBar({ end, from, to, field, wanted }: SpeedBarProps) {
  const at = (value: number) => `${Math.min(100, (value / end) * 100).toFixed(2)}%`
  return (
    <svg aria-hidden="true" className="block h-6 w-full overflow-visible rtl:-scale-x-100">
      <line x1="0" x2="100%" y1="12" y2="12" stroke="var(--line)" />
      {to !== null && (
        <rect
          x={at(from ?? 0)}
          y="7"
          width={at(Math.max(0, to - (from ?? 0)))}
          height="10"
          fill="var(--series-fill)"
          stroke="var(--series-1)"
          strokeDasharray={from === null ? '3 2' : undefined}
        />
      )}
      {field && (
        <>
          <line x1={at(field.p10)} x2={at(field.p90)} y1="12" y2="12" stroke="var(--series-1)" strokeWidth="4" />
          <circle
            cx={at(field.median)}
            cy="12"
            r="5"
            fill="var(--series-1)"
            stroke="var(--surface)"
            strokeWidth="1.5"
          />
        </>
      )}
      {wanted !== null && (
        <line x1={at(wanted)} x2={at(wanted)} y1="-6" y2="24" stroke="var(--kraft)" strokeWidth="2" />
      )}
    </svg>
  )
}

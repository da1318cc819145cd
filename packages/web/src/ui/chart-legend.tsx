/** What the two series of a picture are. */
export function ChartLegend({ first, second, className = '' }: { first: string; second: string; className?: string }) {
  return (
    <p className={`flex gap-3 text-12 text-text-2 ${className}`}>
      <span className="flex items-center gap-1.5">
        <i className="size-2.5 bg-series-1" aria-hidden="true" /> {first}
      </span>
      <span className="flex items-center gap-1.5">
        <i className="size-2.5 bg-series-2" aria-hidden="true" /> {second}
      </span>
    </p>
  )
}

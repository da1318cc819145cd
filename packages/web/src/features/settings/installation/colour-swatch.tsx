/** A colour as it is; what it is called is read beside it. */
export function ColourSwatch({ colour }: { colour: string }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true" className="shrink-0">
      <rect x={0.5} y={0.5} width={15} height={15} rx={3} fill={colour} className="stroke-control" />
    </svg>
  )
}

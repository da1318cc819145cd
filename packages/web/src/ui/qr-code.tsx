import { encode } from 'uqr'

/** Light modules around the code, which readers need (ISO/IEC 18004, 9.1). */
const QUIET = 4

/** A text as a QR code; dark on light in both themes, because not every reader takes it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const modules = data.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  )
  const edge = size + 2 * QUIET
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${edge} ${edge}`} className="size-50 rounded-control">
      <rect width={edge} height={edge} fill="#fff" />
      <path d={modules.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

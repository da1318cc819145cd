import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type SignatureDrawing } from '@packhouse/contract'
import { pathOf } from './strokes.ts'

/** What was drawn, for the eye; the name stands beside it. */
export function SignatureImage({ drawing, className }: { drawing: SignatureDrawing; className: string }) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`} className={className}>
      <path
        d={pathOf(drawing)}
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

import { HATCH_STEP } from './hatch.ts'

/** Slanted lines as the fill of a part of a picture: nothing is known there. @param id global in the page */
export function HatchPattern({ id }: { id: string }) {
  return (
    <pattern
      id={id}
      width={HATCH_STEP}
      height={HATCH_STEP}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
      className="stroke-unk"
    >
      <rect width={HATCH_STEP} height={HATCH_STEP} className="fill-surface stroke-none" />
      {/* In the middle of the tile: at its edge half of the line would be cut off. */}
      <path d={`M${HATCH_STEP / 2} 0v${HATCH_STEP}`} strokeWidth="1" />
    </pattern>
  )
}

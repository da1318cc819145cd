import type { HistoryState } from '@packhouse/contract'
import { HATCH_STEP } from '../../../ui/hatch.ts'

/** How the states and what is unknown are filled: colour and, beyond the plain ones, a pattern of their own. */
export interface ChartFills {
  states: Record<HistoryState, string>
  unknown: string
}

/** The fills of a chart whose patterns were drawn with this id. */
export function chartFills(id: string): ChartFills {
  return {
    states: {
      Running: 'var(--st-run)',
      Idle: 'var(--st-idle)',
      Stopped: 'var(--st-stop)',
      Faulted: `url(#${id}-faulted)`,
      Unknown: `url(#${id}-unknown)`,
    },
    unknown: `url(#${id}-unknown)`,
  }
}

/** The patterns of a chart; ids are per chart because they are global in a page. */
export function ChartPatterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-unknown`}
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
      <pattern id={`${id}-faulted`} width="5" height="5" patternUnits="userSpaceOnUse" className="stroke-surface">
        <rect width="5" height="5" className="fill-st-abort stroke-none" />
        <path d="M0 0l5 5M5 0L0 5" strokeWidth="0.9" />
      </pattern>
    </defs>
  )
}

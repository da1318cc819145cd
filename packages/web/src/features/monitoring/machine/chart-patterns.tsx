import type { HistoryState } from '@packhouse/contract'
import { HatchPattern } from '../../../ui/hatch-pattern.tsx'

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
      <HatchPattern id={`${id}-unknown`} />
      <pattern id={`${id}-faulted`} width="5" height="5" patternUnits="userSpaceOnUse" className="stroke-surface">
        <rect width="5" height="5" className="fill-st-abort stroke-none" />
        <path d="M0 0l5 5M5 0L0 5" strokeWidth="0.9" />
      </pattern>
    </defs>
  )
}
